import type { Answer } from './answer.js';
import { Lost } from './lost.js';
import { keyOf, methodOf, type Request, splitUrl } from './request.js';

/**
 * Statuses with which gateways and firewalls refuse requests. A 429, 502, 503 or 504 is never a
 * verdict anyway.
 */
const REFUSALS: readonly number[] = [403, 406];

/** Servers and header fields of well-known gateways, firewalls and content delivery networks. */
const GATEWAY =
  /cloudflare|cloudfront|awselb|akamai|imperva|incapsula|sucuri|fastly|varnish|big-?ip|barracuda|fortiweb/i;
const GATEWAY_FIELD =
  /^(cf-ray|cf-mitigated|x-amzn-waf-|x-iinfo|x-sucuri-|x-akamai-|x-waf-|x-azure-ref|x-cdn)/i;
/** What the pages of gateways say. */
const GATEWAY_TEXT =
  /request (has been |was )?blocked|access denied|support id|reference #|ray id|web application firewall|security policy|attention required|mod_security|not acceptable/i;

/** Members of the error bodies in the document. */
const DOCUMENTED = ['error', 'errors', 'message'];

/**
 * Whether a response looks as if it came from something in front of the target: it refuses, and its
 * body is none of the document's. For a 5xx, which a target may return as a page of its own, there
 * has to be a sign of a gateway besides.
 */
function looksForeign(answer: Answer): boolean {
  const { status } = answer;
  if (REFUSALS.includes(status)) return !isDocumented(answer);
  return status >= 500 && !isDocumented(answer) && hasSign(answer);
}

/**
 * The same for recorded traffic, for which no controls can be sent: there has to be a sign of a
 * gateway.
 */
export const isGatewayPage = (answer: Answer): boolean => looksForeign(answer) && hasSign(answer);

/**
 * Error bodies are documented for the export API alone; of the others, JSON is taken for the
 * target's own.
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
 * Whether a response asks for credentials that no interface of the document uses, as a login before
 * a staging system.
 */
const asksForLogin = (answer: Answer): boolean =>
  answer.status === 401 &&
  !isDocumented(answer) &&
  /^(basic|digest|negotiate|ntlm)\b/i.test(answer.header('www-authenticate') ?? '');

function hasSign(answer: Answer): boolean {
  const fields = answer.headers.some(
    ([name, value]) =>
      GATEWAY_FIELD.test(name) || (/^(server|via)$/i.test(name) && GATEWAY.test(value)),
  );
  return fields || GATEWAY_TEXT.test(answer.text.slice(0, LOOKED_AT));
}

/** Characters of a page that are looked at. */
const LOOKED_AT = 20_000;

/** A page without what changes from one response to the next, such as the id of a request. */
const pageOf = ({ status, mediaType, text }: Answer): string =>
  `${status} ${mediaType} ${text.slice(0, LOOKED_AT).replace(/[0-9a-f-]*\d[0-9a-f-]*/gi, '#')}`;

/** The first line of text of a page. */
function firstLineOf(answer: Answer): string {
  const text = answer.text
    .slice(0, LOOKED_AT)
    .replace(/<(script|style|head)\b.*?<\/\1>/gis, ' ')
    .replace(/<[^>]*>/g, '\n');
  const line = text.split('\n').find((one) => /\w/.test(one)) ?? '';
  return line.trim().replace(/\s+/g, ' ').slice(0, 120);
}

/** A response of something in front of the target, in a line. */
export const describeFront = (answer: Answer): string => {
  const line = firstLineOf(answer);
  return `in front of the target: ${answer.status}${line === '' ? ' without text' : ` "${line}"`}`;
};

/** Header fields with credentials, besides those that contain a secret of the settings. */
const CREDENTIAL = /^(authorization|cookie|x-ea-auth-token|x-auth-token|x-api-key)$/i;

type IsSecret = (value: string) => boolean;

/** A request without its credentials. */
function withoutCredentials(request: Request, isSecret: IsSecret): Request {
  const { headers = [] } = request;
  return {
    ...request,
    headers: headers.filter(([name, value]) => !CREDENTIAL.test(name) && !isSecret(value)),
  };
}

/**
 * Whether a request has credentials of the settings, unaltered: only of these is it known that the
 * target accepts them.
 */
const hasCredentials = ({ headers = [] }: Request, isSecret: IsSecret): boolean =>
  headers.some(([, value]) => isSecret(value) || isSecret(value.replace(/^\S+ /, '')));

type Send = (request: Request) => Promise<Answer>;

/**
 * Distinguishes responses of the target from those of something in front of it, by controls: the
 * same page without credentials, and another response to a request that was accepted before,
 * without credentials too. What is the same with and without a token, and depends on what else the
 * request contains, was not decided by the target.
 */
export class Front {
  /** Pages of something in front of the target, as far as they were proved. */
  readonly #proved = new Set<string>();
  /** Requests that were accepted, by origin. */
  readonly #accepted = new Map<string, Request>();
  /** Pages that the target itself sends. */
  readonly #own = new Set<string>();
  readonly #isSecret: IsSecret;

  /** `isSecret` says whether a value is, as a whole, a secret of the settings. */
  constructor(isSecret: IsSecret) {
    this.#isSecret = isSecret;
  }

  /** Whether a response is of something in front of the target. `send` sends the controls. */
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
    if (isProved !== undefined) (isProved ? this.#proved : this.#own).add(page);
    return isProved ?? false;
  }

  async #prove(answer: Answer, send: Send): Promise<boolean | undefined> {
    const { request } = answer;
    const plain = this.#accepted.get(splitUrl(request.url).origin);
    if (plain === undefined || keyOf(plain) === keyOf(request)) return undefined;
    if (!hasCredentials(request, this.#isSecret)) return undefined;
    const page = pageOf(answer);
    if (pageOf(await send(withoutCredentials(request, this.#isSecret))) !== page) return false;
    return pageOf(await send(withoutCredentials(plain, this.#isSecret))) !== page;
  }

  /** Whether the same page comes without credentials, where nothing was accepted before. */
  async refusesEverything(answer: Answer, send: Send): Promise<boolean> {
    const { request } = answer;
    if (!(looksForeign(answer) || asksForLogin(answer)) || methodOf(request) !== 'GET')
      return false;
    if (
      this.#accepted.has(splitUrl(request.url).origin) ||
      !hasCredentials(request, this.#isSecret)
    )
      return false;
    return pageOf(await send(withoutCredentials(request, this.#isSecret))) === pageOf(answer);
  }
}
