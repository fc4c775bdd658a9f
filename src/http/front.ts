/**
 * Detects responses of a system in front of the target, such as a firewall, a challenge for robots
 * or a login page, so that they are not taken for responses of the target.
 */

import { percentDecoded } from '../percent-decoded.js';
import type { Answer } from './answer.js';
import { ifWhole } from './gaps.js';
import { getOrCreate } from './get-or-create.js';
import { Lost } from './lost.js';
import { backoffMs } from './patience.js';
import { keyOf, mayBeRepeated, methodOf, type Request, splitUrl } from './request.js';

/** Gateways and firewalls often refuse requests with these statuses. */
const REFUSALS: readonly number[] = [403, 406];

/** Names of common gateways, firewalls and content delivery networks. */
const GATEWAY =
  /cloudflare|cloudfront|awselb|akamai|imperva|incapsula|sucuri|fastly|varnish|big-?ip|barracuda|fortiweb|datadome/i;
/** Header fields that these systems add to every response. */
const GATEWAY_FIELD =
  /^(cf-ray|x-amzn-waf-|x-iinfo|x-sucuri-|x-akamai-|x-waf-|x-azure-ref|x-cdn|x-datadome)/i;
/** Texts on the error pages of these systems. */
const GATEWAY_TEXT =
  /request (has been |was |is )?blocked|access denied|support id|reference #|ray id|web application firewall|security policy|attention required|mod_security|not acceptable/i;

/** Header fields that only a response of a gateway itself has: a challenge, or a refusal. */
const OWN_FIELDS: readonly (readonly [field: RegExp, value: RegExp])[] = [
  [/^cf-mitigated$/i, /./],
  [/^x-amzn-waf-action$/i, /./],
  [/^x-sucuri-block$/i, /./],
  [/^x-dd-b$/i, /./],
];
/**
 * Texts that occur only on challenges and refusals of gateways: Cloudflare, Incapsula, Akamai, F5,
 * Sucuri, FortiWeb, DataDome, HUMAN, AWS and Azure.
 */
const OWN_TEXT =
  /<title>just a moment|\/cdn-cgi\/challenge-platform\/|attention required! \| cloudflare|_incapsula_resource|incapsula incident id|errors\.edgesuite\.net|the requested url was rejected\. please consult with your administrator|sucuri website firewall|fortiweb|web page blocked|captcha-delivery\.com|px-captcha|awswafintegration|the request is blocked\.|request unsuccessful\. incapsula/i;

/** A documented error body has at least one of these members. */
const DOCUMENTED = ['error', 'errors', 'message'];

/** Whether the response has a mark that only a system in front of a target gives its own pages. */
const isMarked = (answer: Answer): boolean =>
  answer.headers.some(([name, value]) =>
    OWN_FIELDS.some(([field, own]) => field.test(name) && own.test(value)),
  ) ||
  (!/json/i.test(ifWhole(() => answer.mediaType) ?? '') &&
    !isDocumented(answer) &&
    OWN_TEXT.test(answer.text.slice(0, MAX_CHARACTERS)));

/**
 * A refusal without a documented body may come from a system in front of the target. A 5xx also
 * needs a sign of a gateway, because a target may send its own error page.
 */
function mayComeFromFront(answer: Answer): boolean {
  const { status } = answer;
  if (REFUSALS.includes(status)) return !isDocumented(answer);
  return status >= 500 && !isDocumented(answer) && hasSign(answer);
}

/**
 * Whether a response in recorded traffic comes from a gateway. Control requests cannot be sent, so
 * a sign of a gateway is always needed.
 */
export const isGatewayPage = (answer: Answer): boolean =>
  isMarked(answer) || (mayComeFromFront(answer) && hasSign(answer));

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

/** A page with a form to log in. The interfaces themselves serve no such page. */
function isLoginPage({ mediaType, json, text }: Answer): boolean {
  if (!/html/i.test(mediaType) || json !== undefined) return false;
  const page = text.slice(0, MAX_CHARACTERS);
  return /<form\b/i.test(page) && /password|sign.?in|log.?[io]n|single sign|saml/i.test(page);
}

/** A redirect to another host, such as to the login page of an organization. */
function leadsElsewhere(answer: Answer): boolean {
  const { status, request } = answer;
  if (status < 300 || status > 399) return false;
  const { url } = request;
  const to = answer.header('location') ?? '';
  return URL.canParse(to, url) && new URL(to, url).host !== new URL(url).host;
}

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
  const page = answer.text.slice(0, MAX_CHARACTERS);
  const title = /<title>([^<]*)<\/title>/i.exec(page)?.[1] ?? '';
  const text = page.replace(/<(script|style|head)\b.*?<\/\1>/gis, ' ').replace(/<[^>]*>/g, '\n');
  const line = [...text.split('\n'), title].find((one) => /\w/.test(one)) ?? '';
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

/**
 * Whether a request has a field that common clients add. A system that refuses this field refuses
 * the clients, so its response counts as the response of the target.
 */
const hasFieldOfClient = ({ headers = [] }: Request): boolean =>
  headers.some(([name]) =>
    /^(?:referer|origin|upgrade|expect|x-requested-with|cookie|traceparent)$/i.test(name),
  );

const pathIn = ({ url }: Request): string => {
  const { origin, path } = splitUrl(url);
  return `${origin}${path.split('?')[0]}`;
};

/** The characters of the query and the path that are not letters, digits or separators. */
function unusualCharacters({ url }: Request): ReadonlySet<string> {
  const { path } = splitUrl(url);
  const text = percentDecoded(path.replaceAll('+', ' '));
  return new Set([...text].filter((character) => !/[\w/?&=. [\]-]/.test(character)));
}

/** Why a system in front of the target returns a page of its own. */
type Cause =
  /** The same request is accepted at another time. */
  | 'at times'
  /** The content of the request is blocked. */
  | 'content'
  /** The request is too long. */
  | 'length';

/** Requests of at most this length are not refused because of their length. In characters. */
const SAFE_LENGTH = 1000;

/** How often a request is sent again while every request is blocked. */
const MAX_WAITS = 4;

export interface FrontOptions {
  /** Returns true if a value is exactly a secret of the settings. */
  readonly isSecret: IsSecret;
  readonly send: (request: Request) => Promise<Answer>;
  /** Lets all requests to the host wait. */
  readonly pause: (request: Request, ms: number) => void;
  /** Called with each response that does not come from the target. */
  readonly count: (answer: Answer) => void;
}

/**
 * Passes on the responses of the target. A response of a system in front of it is recognized by its
 * marks, or because the same request is accepted when it is sent again, or because it does not
 * depend on the credentials.
 */
export class Front {
  readonly #options: FrontOptions;
  /** Pages that were proved to come from a system in front of the target. */
  readonly #proved = new Map<string, Cause>();
  /** Pages that come from the target itself. */
  readonly #own = new Set<string>();
  /** One accepted request for each origin, with JSON as response. */
  readonly #accepted = new Map<string, Request>();
  /** The accepted request with the longest URL, for each path that returned JSON. */
  readonly #longest = new Map<string, Request>();
  /** The unusual characters of accepted requests. */
  readonly #acceptedCharacters = new Set<string>();
  /** For each request whose content was blocked: its unusual characters. */
  readonly #blockedCharacters: ReadonlySet<string>[] = [];
  /** For each path, the length of the shortest URL that was refused because of its length. */
  readonly #tooLong = new Map<string, number>();

  constructor(options: FrontOptions) {
    this.#options = options;
  }

  /**
   * Returns why a request would be blocked, as far as earlier responses show it; otherwise
   * undefined.
   */
  blocks(request: Request): string | undefined {
    const limit = this.#tooLong.get(pathIn(request));
    if (limit !== undefined && request.url.length >= limit)
      return `a system in front of the target refuses requests of ${limit} or more characters`;
    const characters = unusualCharacters(request);
    for (const blocked of this.#blockedCharacters) {
      // Characters that were accepted in another request are not the reason.
      const left = [...blocked].filter((one) => !this.#acceptedCharacters.has(one));
      if (left.length > 0 && left.every((one) => characters.has(one)))
        return `a system in front of the target blocks requests with ${left.join(' ')}`;
    }
    return undefined;
  }

  /**
   * Returns the response of the target: the given one, or that of a repetition. Rejects with `Lost`
   * if the target gives none.
   */
  async pass(answer: Answer): Promise<Answer> {
    if (!this.#isSuspect(answer)) {
      this.#learn(answer);
      return answer;
    }
    const page = pageOf(answer);
    if (!isMarked(answer) && this.#own.has(page)) return answer;
    const cause = this.#proved.get(page);
    if (cause === 'content' || cause === 'length') return this.#loseBlocked(answer, cause);
    if (!mayBeRepeated(answer.request)) return isMarked(answer) ? this.#lose(answer) : answer;
    const again = await this.#options.send(answer.request);
    if (pageOf(again) !== page) return this.#passRepeated(answer, again);
    return this.#passBlocked(answer, page);
  }

  /** The repetition has another page, so the request is not always blocked. */
  #passRepeated(answer: Answer, again: Answer): Answer {
    this.#proved.set(pageOf(answer), 'at times');
    this.#options.count(answer);
    if (this.#isSuspect(again)) return this.#lose(again);
    this.#learn(again);
    return again;
  }

  /** The request was blocked twice by the same page. */
  async #passBlocked(answer: Answer, page: string): Promise<Answer> {
    const { request } = answer;
    if (!isMarked(answer) && hasFieldOfClient(request)) return answer;
    const plain = this.#accepted.get(splitUrl(request.url).origin);
    const isOther = plain !== undefined && keyOf(plain) !== keyOf(request);
    if (!isOther && !isMarked(answer)) return answer;
    const isEverythingBlocked = !isOther || pageOf(await this.#options.send(plain)) === page;
    if (isEverythingBlocked) return this.#waitFor(answer, page);
    const cause = await this.#causeOf(answer, plain);
    if (cause !== undefined) {
      this.#proved.set(page, cause);
      return this.#loseBlocked(answer, cause);
    }
    this.#own.add(page);
    return answer;
  }

  /** Notes what is blocked, so that such requests are not sent again. */
  #loseBlocked(answer: Answer, cause: 'content' | 'length'): never {
    const { request } = answer;
    if (cause === 'content') this.#blockedCharacters.push(unusualCharacters(request));
    else {
      const path = pathIn(request);
      const { length } = request.url;
      this.#tooLong.set(path, Math.min(length, this.#tooLong.get(path) ?? length));
    }
    return this.#lose(answer);
  }

  /** Sends the request again, with growing pauses. */
  async #waitFor(answer: Answer, page: string): Promise<Answer> {
    for (let turn = 1; turn <= MAX_WAITS; turn += 1) {
      this.#options.pause(answer.request, backoffMs(1000, turn, 10_000));
      const again = await this.#options.send(answer.request);
      if (pageOf(again) !== page) return this.#passRepeated(answer, again);
    }
    return this.#lose(answer);
  }

  /** `plain` is a request that is accepted. Returns undefined if the target itself refuses. */
  async #causeOf(answer: Answer, plain: Request): Promise<'content' | 'length' | undefined> {
    if (await this.#isTooLong(answer)) return 'length';
    const isBlocked = isMarked(answer) || (await this.#ignoresCredentials(answer, plain));
    return isBlocked ? 'content' : undefined;
  }

  /**
   * Sends an accepted request of the same path, made as long by a parameter without meaning. If it
   * returns the same page, the page is about the length (RFC 9110 section 15.5.15).
   */
  async #isTooLong(answer: Answer): Promise<boolean> {
    const { url } = answer.request;
    const accepted = this.#longest.get(pathIn(answer.request));
    if (accepted === undefined || url.length <= Math.max(SAFE_LENGTH, accepted.url.length))
      return false;
    const start = `${accepted.url}${accepted.url.includes('?') ? '&' : '?'}padding=`;
    const padded = start.padEnd(url.length, 'x');
    return pageOf(await this.#options.send({ ...accepted, url: padded })) === pageOf(answer);
  }

  /**
   * Sends two control requests without credentials: the blocked request and an accepted one. If
   * only the first control returns the same page, the page does not depend on the credentials.
   */
  async #ignoresCredentials(answer: Answer, plain: Request): Promise<boolean> {
    const { isSecret, send } = this.#options;
    const { request } = answer;
    if (!mayComeFromFront(answer) || !hasCredentials(request, isSecret)) return false;
    const page = pageOf(answer);
    if (pageOf(await send(withoutCredentials(request, isSecret))) !== page) return false;
    return pageOf(await send(withoutCredentials(plain, isSecret))) !== page;
  }

  #lose(answer: Answer): never {
    this.#options.count(answer);
    throw new Lost('in-front', describeFront(answer), answer.request.url, answer.exchange);
  }

  /**
   * Whether a response may come from a system in front of the target: it is marked, or a page or a
   * redirect instead of JSON.
   */
  #isSuspect(answer: Answer): boolean {
    if (isMarked(answer) || mayComeFromFront(answer)) return true;
    const { status, mediaType, request } = answer;
    if (!this.#accepted.has(splitUrl(request.url).origin)) return false;
    if (leadsElsewhere(answer)) return true;
    const isPage = /html/i.test(mediaType) && answer.json === undefined;
    if (status >= 400 && status < 500) return isPage && status !== 429;
    // The start page of an interface, above its other pages, may be HTML.
    const above = `${pathIn(request).replace(/\/$/, '')}/`;
    const isStartPage = [...this.#longest]
      .filter(([, accepted]) => accepted.interface === request.interface)
      .every(([path]) => path.startsWith(above));
    return isPage && answer.ok && !isStartPage;
  }

  #learn(answer: Answer): void {
    const { request, ok, json } = answer;
    if (!ok || json === undefined || methodOf(request) !== 'GET') return;
    const path = pathIn(request);
    getOrCreate(this.#accepted, splitUrl(request.url).origin, () => request);
    if (request.url.length > (this.#longest.get(path)?.url.length ?? 0))
      this.#longest.set(path, request);
    for (const character of unusualCharacters(request)) this.#acceptedCharacters.add(character);
  }

  /**
   * True if the origin has accepted no request so far, and the same page is returned without
   * credentials.
   */
  async refusesEverything(answer: Answer): Promise<boolean> {
    const { isSecret, send } = this.#options;
    const { request } = answer;
    const isFromFront =
      isMarked(answer) ||
      mayComeFromFront(answer) ||
      requiresLogin(answer) ||
      leadsElsewhere(answer) ||
      isLoginPage(answer);
    if (!isFromFront || methodOf(request) !== 'GET') return false;
    if (this.#accepted.has(splitUrl(request.url).origin) || !hasCredentials(request, isSecret))
      return false;
    return pageOf(await send(withoutCredentials(request, isSecret))) === pageOf(answer);
  }
}
