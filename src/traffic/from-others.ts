import type { HarEntry } from '../formats/har.js';
import { Answer, describeFront, isGatewayPage } from '../http/index.js';
import type { Target } from '../settings/index.js';
import { canonicalForm, canonicalHeaders, headerOf } from './canonical.js';
import { credentialsOf } from './credentials.js';
import type { Entry } from './entry.js';
import { interfaceOf } from './interface-of.js';
import { shownTarget } from './shown-target.js';

/** Traffic of other clients, as far as it can be tested. */
export interface OthersTraffic {
  readonly entries: readonly Entry[];
  /** All exchanges with the target, as they were sent. */
  readonly all: readonly Entry[];
  /** The target, with what the traffic shows of its settings. */
  readonly target: Target;
  /** What was left out, in words, and how often. */
  readonly left: ReadonlyMap<string, number>;
}

/**
 * The exchanges with a target among those of a recording, written as a run would have sent them. Left out is what may be
 * answered as it is for a reason that the recording does not show: a cached or partial answer, a missing body, a
 * credential that was removed or is unknown.
 */
export function trafficOfOthers(recorded: readonly HarEntry[], configured: Target): OthersTraffic {
  const target = shownTarget(configured, recorded);
  const left = new Map<string, number>();
  const credentials = credentialsOf(recorded, configured, target);
  const start = recorded.map(({ at }) => at).find(Number.isFinite) ?? 0;
  let last = start;
  const all: Entry[] = [];
  const entries = recorded.flatMap((one, index): readonly Entry[] => {
    const name = interfaceOf(one.url, target);
    const leave = (why: string): readonly [] => {
      left.set(why, (left.get(why) ?? 0) + 1);
      return [];
    };
    if (name === undefined) return leave('address below no base URL of the target');
    last = Number.isFinite(one.at) ? one.at : last;
    const { method, url, headers, body, durationMs, response: answer } = one;
    const whole: Entry = { id: index + 1, interface: name, at: last, durationMs, method, url, headers, body, answer };
    all.push(whole);
    const why = obstacleIn(one) ?? frontOf(one, name);
    if (why !== undefined) return leave(why);
    const canonical = canonicalHeaders(one, name, target);
    if (canonical === undefined) return leave('Accept header leaves the format open');
    const sent = credentials(one, name, canonical);
    if (typeof sent === 'string') return leave(sent);
    return [{ ...whole, headers: sent, body: name === 'templates' ? canonicalForm(body) : body }];
  });
  return { entries, all, target, left };
}

const CONDITIONAL = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range', 'range'];

/** A part, or what proxies and connections are refused with, whatever is asked (RFC 9110 15.5.8, 15.5.9, 15.5.20; RFC 6585 6). */
const OF_THE_CONNECTION = new Set([206, 407, 408, 421, 425, 511]);

/** Why an exchange says nothing of what the target answers to its request. */
function obstacleIn({ method, headers, response, own }: HarEntry): string | undefined {
  if (response === undefined) return 'no response';
  if (own._fromCache !== undefined || own._fromServiceWorker === true) return 'response from a cache';
  if (method === 'OPTIONS' || method === 'HEAD' || method === 'CONNECT') return `method ${method}`;
  if (CONDITIONAL.some((name) => headerOf(headers, name) !== undefined)) return 'conditional or partial request';
  const { status } = response;
  if (status < 200 || (status >= 300 && status < 400) || OF_THE_CONNECTION.has(status)) return `status ${status}`;
  return response.body === undefined ? 'response body not recorded' : undefined;
}

/** What stands in front of the target and sent a response instead of it, in a line; undefined if nothing shows it. */
function frontOf({ method, url, headers, response }: HarEntry, name: string): string | undefined {
  if (response?.body === undefined || response.status < 400) return undefined;
  const answer = new Answer(
    { interface: name, method, url, headers },
    response.status,
    response.headers,
    response.body,
    0,
  );
  return isGatewayPage(answer) ? describeFront(answer) : undefined;
}
