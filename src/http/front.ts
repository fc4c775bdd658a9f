/** Detects responses of a system in front of the target, such as a firewall or a login page. */

import type { Answer } from './answer.js';
import { Lost } from './lost.js';
import { keyOf, methodOf, type Request, splitUrl } from './request.js';

/**
 * Gateways and firewalls refuse requests with these statuses. They also send 429, which never leads
 * to a verdict, and 5xx statuses, for which `looksForeign` has a rule of its own.
 */
const REFUSALS: readonly number[] = [403, 406];

/** Names of common gateways, firewalls and content delivery networks. */
const GATEWAY =
  /cloudflare|cloudfront|awselb|akamai|imperva|incapsula|sucuri|fastly|varnish|big-?ip|barracuda|fortiweb/i;
/** Header fields that these systems add. */
const GATEWAY_FIELD =
  /^(cf-ray|cf-mitigated|x-amzn-waf-|x-iinfo|x-sucuri-|x-akamai-|x-waf-|x-azure-ref|x-cdn)/i;
/** Texts on the error pages of these systems. */
const GATEWAY_TEXT =
  /request (has been |was )?blocked|access denied|support id|reference #|ray id|web application firewall|security policy|attention required|mod_security|not acceptable/i;

/** A documented error body has at least one of these members. */
const DOCUMENTED = ['error', 'errors', 'message'];

/**
 * A refusal without a documented body may come from a system in front of the target. A 5xx also
 * needs a sign of a gateway, because a target may send its own error page.
 */
function looksForeign(answer: Answer): boolean {
  const { status } = answer;
  if (REFUSALS.includes(status)) return !isDocumented(answer);
  return status >= 500 && !isDocumented(answer) && hasSign(answer);
}

/**
 * Whether a response in recorded traffic comes from a gateway. Control requests cannot be sent, so
 * a sign of a gateway is always needed.
 */
export const isGatewayPage = (answer: Answer): boolean => looksForeign(answer) && hasSign(answer);

/**
 * Only the export API documents its errors. For other interfaces any JSON counts as the target's
 * own.
 */
function isDocumented({ json, request }: Answer): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return (
    request.interface !== 'export' ||
    Array.isArray(json) ||
    DOCUMENTED.some((member) => member in json)
  );
}

/**
 * The documented 401 responses do not name these authentication schemes. Systems in front of the
 * target use them to require a login.
 */
const requiresLogin = (answer: Answer): boolean =>
  answer.status === 401 &&
  !isDocumented(answer) &&
  /^(basic|digest|negotiate|ntlm)\b/i.test(answer.header('www-authenticate') ?? '');

function hasSign(answer: Answer): boolean {
  const fields = answer.headers.some(
    ([name, value]) =>
      GATEWAY_FIELD.test(name) || (/^(server|via)$/i.test(name) && GATEWAY.test(value)),
  );
  return fields || GATEWAY_TEXT.test(answer.text.slice(0, MAX_CHARACTERS));
}

/** Only the first characters of a page are read, up to this number. */
const MAX_CHARACTERS = 20_000;

/**
 * Returns the same text for equal pages. Parts that change between responses, such as request ids,
 * are replaced.
 */
const pageOf = ({ status, mediaType, text }: Answer): string =>
  `${status} ${mediaType} ${text.slice(0, MAX_CHARACTERS).replace(/[0-9a-f-]*\d[0-9a-f-]*/gi, '#')}`;

function firstLineOf(answer: Answer): string {
  const text = answer.text
    .slice(0, MAX_CHARACTERS)
    .replace(/<(script|style|head)\b.*?<\/\1>/gis, ' ')
    .replace(/<[^>]*>/g, '\n');
  const line = text.split('\n').find((one) => /\w/.test(one)) ?? '';
  return line.trim().replace(/\s+/g, ' ').slice(0, 120);
}

export const describeFront = (answer: Answer): string => {
  const line = firstLineOf(answer);
  return `in front of the target: ${answer.status}${line === '' ? ' without text' : ` "${line}"`}`;
};

/** Header fields that contain credentials. */
const CREDENTIAL = /^(authorization|cookie|x-ea-auth-token|x-auth-token|x-api-key)$/i;

type IsSecret = (value: string) => boolean;

function withoutCredentials(request: Request, isSecret: IsSecret): Request {
  const { headers = [] } = request;
  return {
    ...request,
    headers: headers.filter(([name, value]) => !CREDENTIAL.test(name) && !isSecret(value)),
  };
}

/**
 * Whether a header contains unaltered credentials of the settings. The target itself may refuse any
 * other credentials.
 */
const hasCredentials = ({ headers = [] }: Request, isSecret: IsSecret): boolean =>
  headers.some(([, value]) => isSecret(value) || isSecret(value.replace(/^\S+ /, '')));

type Send = (request: Request) => Promise<Answer>;

/**
 * Sends two control requests without credentials: the refused request, and a request that was
 * accepted before. If only the first control returns the same page, the page does not depend on the
 * credentials. It then comes from a system in front of the target.
 */
export class Front {
  /** Pages that were proved to come from a system in front of the target. */
  readonly #proved = new Set<string>();
  /** One accepted request for each origin. */
  readonly #accepted = new Map<string, Request>();
  /** Pages that come from the target itself. */
  readonly #own = new Set<string>();
  readonly #isSecret: IsSecret;

  /** `isSecret` returns true if a value is exactly a secret of the settings. */
  constructor(isSecret: IsSecret) {
    this.#isSecret = isSecret;
  }

  /** Whether a response was proved to come from a system in front of the target. */
  async isInFront(answer: Answer, send: Send): Promise<boolean> {
    const { request } = answer;
    const { origin } = splitUrl(request.url);
    if (
      answer.ok &&
      methodOf(request) === 'GET' &&
      answer.json !== undefined &&
      !this.#accepted.has(origin)
    )
      this.#accepted.set(origin, request);
    if (!looksForeign(answer)) return false;
    const page = pageOf(answer);
    if (this.#proved.has(page)) return true;
    if (this.#own.has(page) || methodOf(request) !== 'GET') return false;
    const isProved = await this.#prove(answer, send).catch((error: unknown) => {
      if (error instanceof Lost) return undefined;
      throw error;
    });
    if (isProved === undefined) return false;
    const pages = isProved ? this.#proved : this.#own;
    pages.add(page);
    return isProved;
  }

  /** Returns undefined if the control requests would prove nothing. */
  async #prove(answer: Answer, send: Send): Promise<boolean | undefined> {
    const { request } = answer;
    const plain = this.#accepted.get(splitUrl(request.url).origin);
    if (plain === undefined || keyOf(plain) === keyOf(request)) return undefined;
    if (!hasCredentials(request, this.#isSecret)) return undefined;
    const page = pageOf(answer);
    if (pageOf(await send(withoutCredentials(request, this.#isSecret))) !== page) return false;
    return pageOf(await send(withoutCredentials(plain, this.#isSecret))) !== page;
  }

  /**
   * True if the origin has accepted no request so far, and the same page is returned without
   * credentials.
   */
  async refusesEverything(answer: Answer, send: Send): Promise<boolean> {
    const { request } = answer;
    if (!(looksForeign(answer) || requiresLogin(answer)) || methodOf(request) !== 'GET')
      return false;
    if (
      this.#accepted.has(splitUrl(request.url).origin) ||
      !hasCredentials(request, this.#isSecret)
    )
      return false;
    return pageOf(await send(withoutCredentials(request, this.#isSecret))) === pageOf(answer);
  }
}
