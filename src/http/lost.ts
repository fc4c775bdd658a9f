/**
 * Errors for requests without a usable response, and the translation of network errors into them.
 */

import { textOfValue } from '../schema/json-value.js';

/** Why there is no usable response. */
export type LostKind =
  | 'timeout'
  | 'refused'
  | 'reset'
  | 'dns'
  | 'tls'
  /** The server uses another protocol than HTTP/1.1, or sends an unrequested 100 Continue. */
  | 'protocol'
  | 'too-large'
  /** The response, or the request itself, is not valid HTTP. */
  | 'malformed'
  /** The host accepts no request within the longest waiting time (429, `Retry-After`). */
  | 'rate-limited'
  /** A token for the request could not be obtained. */
  | 'credential'
  /** The host does not work. */
  | 'unavailable'
  /** A system in front of the target responded, such as a firewall. */
  | 'in-front'
  /** The request was not sent: a setting, or a system in front of the target, excludes it. */
  | 'withheld'
  /** The run was interrupted. */
  | 'interrupted'
  /** The recording lacks the request. */
  | 'not-recorded';

/** A request without a usable response. Checks that depend on it are inconclusive. */
export class Lost extends Error {
  override readonly name = 'Lost';
  constructor(
    readonly kind: LostKind,
    message: string,
    public url?: string,
    public exchange?: number,
  ) {
    super(message);
  }
}

/**
 * Whether a system in front of the target, or a setting, blocked the request because of its
 * content. The check continues without the request, and the result says so.
 */
export const isLeftOut = (error: unknown): error is Lost =>
  error instanceof Lost && (error.kind === 'in-front' || error.kind === 'withheld');

/** Thrown when the run may not send more requests. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** The first pattern that matches the code or name of an error decides its kind and its message. */
const NETWORK_ERRORS: readonly (readonly [RegExp, LostKind, string])[] = [
  [
    /HEADERS_TIMEOUT|BODY_TIMEOUT|CONNECT_TIMEOUT|ETIMEDOUT|ABORT_ERR|AbortError|TimeoutError/,
    'timeout',
    'no response in time',
  ],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, 'refused', 'connection refused'],
  [/ENOTFOUND|EAI_AGAIN/, 'dns', 'the host name cannot be resolved'],
  [
    /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/,
    'tls',
    'the certificate of the server is signed by an unknown authority: name the authority with tls.ca (ASSAY_CA)',
  ],
  [
    /ALERT_NO_APPLICATION_PROTOCOL/,
    'protocol',
    'the server accepts no HTTP/1.1 over TLS, perhaps only HTTP/2; Assay tests over HTTP/1.1',
  ],
  [
    /ALERT_(CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|UNKNOWN_CA|ACCESS_DENIED)/,
    'tls',
    'the server refuses the TLS handshake; it may require a client certificate: name it with tls.cert and tls.key (ASSAY_CERT, ASSAY_KEY)',
  ],
  [/CERT|_TLS_|ERR_SSL|EPROTO|SELF_SIGNED|UNABLE_TO_|ALTNAME/, 'tls', 'the TLS handshake failed'],
  [
    // undici reads several fields as one number, which RFC 9110 section 8.6 allows to be refused.
    /RES_CONTENT_LENGTH_MISMATCH/,
    'malformed',
    'the body has another length than Content-Length, or the response has several Content-Length fields',
  ],
  [
    // The parser fails with an assertion on a status below 100 and on an unrequested protocol
    // switch.
    /HPE_|HTTPParserError|ERR_ASSERTION|Z_|ERR_INVALID_HTTP|HEADERS_OVERFLOW|INVALID_ARG/,
    'malformed',
    'the response is not valid HTTP',
  ],
  [
    /ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_CLOSED|UND_ERR_DESTROYED|UND_ERR_ABORTED/,
    'reset',
    'the connection was lost',
  ],
];

/**
 * Translates errors of undici, zlib and the system. Other errors are internal errors and are
 * returned unchanged.
 */
export function asLost(error: unknown): unknown {
  if (error instanceof Lost || !(error instanceof Error)) return error;
  const unreadable = describeUnreadableHead(error);
  if (unreadable !== undefined) return new Lost('malformed', unreadable);
  const otherProtocol = protocolFault(error);
  if (otherProtocol !== undefined) return new Lost('protocol', otherProtocol);
  const causes = [error, error.cause, ...(error instanceof AggregateError ? error.errors : [])];
  const codes = causes.map((cause) =>
    cause instanceof Error
      ? `${textOfValue('code' in cause ? (cause.code ?? '') : '')} ${cause.name}`
      : '',
  );
  for (const [pattern, kind, words] of NETWORK_ERRORS) {
    const code = codes.find((code) => pattern.test(code));
    if (code !== undefined)
      return new Lost(
        kind,
        `${words} (${code.trim().split(' ')[0] || error.name}: ${error.message})`,
      );
  }
  return error;
}

/** The parser reports the rest of the head, from the character that it does not allow. */
function describeUnreadableHead(error: Error): string | undefined {
  if (!/Invalid header token/.test(error.message)) return undefined;
  const { data } = error as { readonly data?: unknown };
  const [line = ''] = (typeof data === 'string' ? data : '').split(/[\r\n]/);
  const character = line === '' ? '' : `, ${JSON.stringify(line.charAt(0))},`;
  return `the response is not valid HTTP: a header field has a character${character} that its name must not contain (RFC 9110 section 5.1)`;
}

function protocolFault(error: Error): string | undefined {
  // undici ends a connection with this message when a server sends an unrequested 100 status.
  if (error.message === 'bad response')
    return 'the server sends 100 Continue, which was not requested (RFC 9110 section 10.1.1), before its response';
  const { data } = error as { readonly data?: unknown };
  const [first, second, , type] = Buffer.from(typeof data === 'string' ? data : '');
  // A server begins an HTTP/2 connection with a SETTINGS frame (RFC 9113 section 3.4): three bytes
  // for its length, of which two are 0 in a short frame, and the type 4 (sections 4.1 and 6.5).
  return first === 0 && second === 0 && type === 4
    ? 'the server responds to HTTP/1.1 requests with HTTP/2; Assay tests over HTTP/1.1'
    : undefined;
}
