/**
 * Finds out with which credentials a recorded request was sent. The tool that made the recording
 * may have removed the credentials.
 */

import type { HarEntry } from '../formats/har.js';
import type { Header } from '../http/index.js';
import { jsonValue, membersOf } from '../schema/json-value.js';
import { isOnTokenServer } from '../settings/base-urls.js';
import { isKnown, type Target } from '../settings/index.js';
import { headerOf } from './canonical.js';
import { interfaceOf } from './interface-of.js';
import { isPlainWord, type StandIns } from './stand-ins.js';

/**
 * Returns the headers with the credentials that were sent, or the reason why the credentials are
 * unknown. `name` is the name of the interface. `isWhole` states that all headers of the request
 * were recorded.
 */
export type CredentialResolver = (
  entry: HarEntry,
  name: string,
  headers: readonly Header[],
  isWhole: boolean,
) => readonly Header[] | string;

const UNKNOWN = 'credential not known';
const REMOVED = 'credential may have been removed from the recording';
/** The reason if a token was issued in the recording, but was then refused. */
const REVOKED = 'token may have been revoked';
const AUTHORIZATION = 'Authorization';
const TOKEN = 'X-EA-Auth-Token';
const DESTINATION = 'X-Destination-Id';

/** `configured` are the user's settings. `target` also has settings that the recording showed. */
interface KnownSettings {
  readonly configured: Target;
  readonly target: Target;
  /** Recognizes placeholders that a tool wrote in place of credentials. */
  readonly standIns: StandIns;
}

/**
 * If no request of an interface has a credential, it is unknown whether a tool removed credentials.
 * A credential that is neither configured nor issued in the recording may be right or wrong.
 */
export function credentialsOf(
  entries: readonly HarEntry[],
  settings: KnownSettings,
): CredentialResolver {
  const known = new KnownCredentials(entries, settings);
  const byInterface: Readonly<Record<string, CredentialResolver>> = {
    export: exportCredentials(known, settings),
    templates: templatesCredentials(known, settings),
    platform: platformCredentials,
    handover: handoverCredentials(known, settings),
  };
  return (entry, name, headers, isWhole) => {
    const kept = headers.filter((header) => !known.isReplaced(header, entry.response?.status));
    const ofInterface = byInterface[name];
    if (kept.length === headers.length)
      return ofInterface?.(entry, name, headers, isWhole) ?? headers;
    // A replaced token of the export API counts as not recorded.
    const isOnlyToken = headers.every((header) => kept.includes(header) || header[0] === TOKEN);
    return isOnlyToken ? (byInterface.export?.(entry, name, kept, false) ?? REMOVED) : REMOVED;
  };
}

/** The credentials that a recording shows, and its placeholders for removed credentials. */
class KnownCredentials {
  /** The key is an interface. The value is true if one of its requests has a credential. */
  readonly #shown: ReadonlyMap<string, boolean>;
  /** Tokens that the recorded token endpoint issued. */
  readonly issued: ReadonlySet<string>;
  /** Issued tokens and configured secrets. */
  readonly #knownValues: ReadonlySet<string>;
  readonly #standIns: StandIns;
  /** Whether a request has a credential that is not a placeholder. */
  readonly #hasReal: boolean;

  constructor(entries: readonly HarEntry[], { configured, target, standIns }: KnownSettings) {
    const has = (field: string, name: string): boolean =>
      entries.some(
        ({ url, headers }) =>
          interfaceOf(url, target) === name && headerOf(headers, field) !== undefined,
      );
    this.#shown = new Map([
      ['export', has(TOKEN, 'export')],
      ['templates', has(AUTHORIZATION, 'templates')],
      ['handover', has(AUTHORIZATION, 'handover')],
    ]);
    this.issued = new Set(entries.flatMap((entry) => tokenIssuedBy(entry, target) ?? []));
    this.#knownValues = new Set([...this.issued, ...configured.secrets.map(({ value }) => value)]);
    this.#standIns = standIns;
    this.#hasReal = entries.some(({ headers }) => {
      const sent = headerOf(headers, TOKEN) ?? headerOf(headers, AUTHORIZATION);
      return sent !== undefined && !standIns.has(sent) && !isPlainWord(sent);
    });
  }

  /**
   * Whether a request without a credential was really sent without it. This is certain if all its
   * headers were recorded and another request of the interface shows a credential.
   */
  wasSentWithout(name: string, isWhole: boolean): boolean {
    return isWhole && this.#shown.get(name) === true;
  }

  /** Whether a placeholder may stand in this header instead of the value that was sent. */
  isReplaced([field, value]: Header, status: number | undefined): boolean {
    const isStandIn = this.#standIns.has(value);
    if (!CREDENTIAL_HEADERS.has(field)) return isStandIn;
    if (this.#knownValues.has(value.replace(/^\S+ +/, ''))) return false;
    // A tester may send a plain word as a token. If the recording contains real tokens, a refused
    // word was really sent.
    const isOfTester = this.#hasReal && status === 403;
    return isStandIn || (isPlainWord(value) && !isOfTester);
  }
}

function exportCredentials(
  known: KnownCredentials,
  { configured, target }: KnownSettings,
): CredentialResolver {
  const { baseUrl = '', destination } = target.export ?? {};
  const isConfigured = isKnown(configured.export?.destination?.token);
  return (entry, _, headers, isWhole) => {
    const { url } = entry;
    const isRoot = /^\/?(?:\?|$)/.test(url.slice(baseUrl.length));
    if (isRoot) return headers;
    if (!isWhole && !url.includes('/destinations/') && headerOf(headers, DESTINATION) === undefined)
      return REMOVED;
    const token = headerOf(headers, TOKEN);
    if (token === undefined)
      return withoutToken(entry, headers, destination, known.wasSentWithout('export', isWhole));
    // Tokens consist of letters, digits, hyphens and underscores. A token with any other character
    // is wrong, whatever token is configured.
    if (isConfigured || /[^A-Za-z0-9_-]/.test(token)) return headers;
    return isAsExpected(entry, headers, token === destination?.token) ? headers : UNKNOWN;
  };
}

/**
 * Whether the response is as expected for a right or a wrong token. A right token may be refused
 * only if the request lacks a valid destination.
 */
function isAsExpected(entry: HarEntry, headers: readonly Header[], isRight: boolean): boolean {
  const isRefused = isRefusal(entry);
  return isRight !== isRefused || (isRight && !hasDestination(entry.url, headers));
}

const isRefusal = ({ response }: HarEntry): boolean =>
  response?.status === 401 || response?.status === 403;

const hasDestination = (url: string, headers: readonly Header[]): boolean =>
  url.includes('/destinations/') || /^[1-9]\d*$/.test(headerOf(headers, DESTINATION) ?? '');

/**
 * Returns the headers of a request to the export API that was recorded without a token, or why its
 * token is unknown. A cookie may have authenticated a request that was sent without a token.
 */
function withoutToken(
  entry: HarEntry,
  headers: readonly Header[],
  destination: { readonly id: number; readonly token: string } | undefined,
  wasSentWithout: boolean,
): readonly Header[] | string {
  if (wasSentWithout) return headerOf(entry.headers, 'cookie') === undefined ? headers : UNKNOWN;
  if (destination === undefined || isRefusal(entry)) return REMOVED;
  // The configured token is valid only for the configured destination.
  const addressed =
    /\/destinations\/([^/?]*)/.exec(entry.url)?.[1] ?? headerOf(headers, DESTINATION);
  const isOther = addressed !== undefined && addressed !== String(destination.id);
  return isOther ? REMOVED : [...headers, [TOKEN, destination.token]];
}

const templatesCredentials =
  (known: KnownCredentials, { target }: KnownSettings): CredentialResolver =>
  ({ url, method, response }, _, headers, isWhole) => {
    const authorization = headerOf(headers, AUTHORIZATION);
    // A GET of the token server, such as for its keys, needs no credential.
    if (isOnTokenServer(url, target)) return isWhole || method === 'GET' ? headers : REMOVED;
    if (authorization === undefined)
      return known.wasSentWithout('templates', isWhole) ? headers : REMOVED;
    return whyUnknown(authorization, response?.status ?? 0, known.issued) ?? headers;
  };

/** Returns why it is unknown whether the token is right, or undefined if it is known. */
function whyUnknown(
  authorization: string,
  status: number,
  issued: ReadonlySet<string>,
): string | undefined {
  const [, scheme = '', token = ''] = /^(\S+) +(\S+)$/.exec(authorization) ?? [];
  if (!issued.has(token)) return UNKNOWN;
  return /^bearer$/i.test(scheme) && status >= 400 ? REVOKED : undefined;
}

const handoverCredentials =
  (known: KnownCredentials, { configured }: KnownSettings): CredentialResolver =>
  (_, __, headers, isWhole) => {
    const authorization = headerOf(headers, AUTHORIZATION);
    if (authorization === undefined)
      return known.wasSentWithout('handover', isWhole) ? headers : REMOVED;
    return isKnown(configured.handover?.token) ? headers : UNKNOWN;
  };

const platformCredentials: CredentialResolver = (entry, _, headers) =>
  isRefusal(entry) ? UNKNOWN : headers;

const CREDENTIAL_HEADERS = new Set([AUTHORIZATION, TOKEN]);

function tokenIssuedBy({ url, method, response }: HarEntry, target: Target): string | undefined {
  const isTokenRequest = method === 'POST' && isOnTokenServer(url, target);
  if (!isTokenRequest || response?.status !== 200) return undefined;
  const { access_token: token } = membersOf(jsonValue(response.body?.toString('utf8') ?? ''));
  return typeof token === 'string' ? token : undefined;
}
