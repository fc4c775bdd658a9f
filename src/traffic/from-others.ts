import { type HarEntry, isFromCache } from '../formats/har.js';
import { Answer, describeFront, type Gap, type Header, isGatewayPage } from '../http/index.js';
import type { Target } from '../settings/index.js';
import { canonicalForm, canonicalHeaders, headerOf } from './canonical.js';
import { type Parts, partsOf } from './completeness.js';
import { type Credentials, credentialsOf } from './credentials.js';
import type { Entry } from './entry.js';
import { interfaceOf } from './interface-of.js';
import { LeftOut } from './left-out.js';
import { shownTarget } from './shown-target.js';
import { usualIn } from './usual.js';

/** Traffic of other clients, as far as it can be tested. */
export interface OthersTraffic {
  readonly entries: readonly Entry[];
  /** All exchanges with the target, as they were sent. */
  readonly all: readonly Entry[];
  /** The target, with what the traffic shows of its settings. */
  readonly target: Target;
  /** What was left out, and why. */
  readonly left: LeftOut;
}

/** An exchange with an interface of the target, and its parts. */
interface Recorded {
  readonly one: HarEntry;
  readonly name: string;
  readonly parts: Parts;
}

/**
 * The exchanges with a target among those of a recording, written as a run would have sent them. Left out is what may be
 * answered as it is for a reason that the recording does not show: a cached or partial answer, a request that was not
 * recorded whole, a credential that was removed or is unknown. A part of a response that was not recorded whole is marked.
 */
export function trafficOfOthers(files: readonly HarEntry[], configured: Target): OthersTraffic {
  const usual = usualIn(files);
  const left = new LeftOut();
  const parted = files.map((one) => partsOf(one, usual));
  const recorded = files.map((one, index) => withBody(one, parted[index]?.body));
  const target = shownTarget(configured, recorded, usual.standIns);
  const credentials = credentialsOf(recorded, { configured, target, standIns: usual.standIns });
  let last = recorded.map(({ at }) => at).find(Number.isFinite) ?? 0;
  const all: Entry[] = [];
  const entries = recorded.flatMap((one, index): readonly Entry[] => {
    const name = interfaceOf(one.url, target);
    const parts = parted[index];
    if (name === undefined || parts === undefined) {
      left.exchange('address below no base URL of the target');
      return [];
    }
    last = Number.isFinite(one.at) ? one.at : last;
    const whole = { ...entryOf({ one, name, parts }, last), id: index + 1 };
    all.push(whole);
    const sent = testable({ one, name, parts }, { target, credentials });
    if (typeof sent === 'string') {
      left.exchange(sent);
      return [];
    }
    left.parts(parts.gaps);
    return [{ ...whole, ...sent }];
  });
  return { entries, all, target, left };
}

const withBody = (one: HarEntry, body: Buffer | undefined): HarEntry =>
  one.response === undefined ? one : { ...one, response: { ...one.response, body } };

function entryOf({ one, name, parts }: Recorded, at: number): Omit<Entry, 'id'> {
  const { method, url, headers, body, durationMs, response } = one;
  const answer = response && {
    status: response.status,
    headers: response.headers,
    body: response.body,
    gaps: parts.gaps,
  };
  const requestGap = parts.obstacle ?? parts.requestHeaders;
  return { interface: name, at, durationMs, method, url, headers, body, answer, requestGap };
}

/** The request as a run would have sent it, or why nothing can be said of the exchange. */
function testable(
  recorded: Recorded,
  { target, credentials }: { readonly target: Target; readonly credentials: Credentials },
): Pick<Entry, 'headers' | 'body'> | string {
  const { one, name, parts } = recorded;
  const answer = answerOf(recorded);
  if (answer === undefined) return 'no response';
  const obstacle = obstacleIn(one) ?? wordsOf(parts.obstacle) ?? frontOf(answer);
  if (obstacle !== undefined) return obstacle;
  const isWhole = parts.requestHeaders === undefined;
  const canonical = canonicalHeaders(one, name, target, { answer, isAcceptKnown: parts.isAcceptKnown });
  if (canonical === undefined)
    return isWhole ? 'Accept header leaves the format open' : 'request headers not recorded whole';
  const sent = credentials(one, name, canonical, isWhole);
  if (typeof sent === 'string') return sent;
  return { headers: sent, body: name === 'templates' ? canonicalForm(one.body) : one.body };
}

const wordsOf = (gap: Gap | undefined): string | undefined => gap && `${gap.part} ${gap.state}: ${gap.why}`;

function answerOf({ one, name, parts }: Recorded): Answer | undefined {
  const { method, url, headers, response } = one;
  if (response === undefined) return undefined;
  const request = { interface: name, method, url, headers: headers as readonly Header[] };
  const body = response.body ?? Buffer.alloc(0);
  return new Answer(request, response.status, response.headers, body, 0, 0, 0, parts.gaps);
}

const CONDITIONAL = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range', 'range'];

/** A part, or what proxies and connections are refused with, whatever is asked (RFC 9110 15.5.8, 15.5.9, 15.5.20; RFC 6585 6). */
const OF_THE_CONNECTION = new Set([206, 407, 408, 421, 425, 511]);

/** Why an exchange says nothing of what the target answers to its request. */
function obstacleIn(entry: HarEntry): string | undefined {
  const { method, headers, response } = entry;
  if (isFromCache(entry)) return 'response from a cache';
  if (method === 'OPTIONS' || method === 'HEAD' || method === 'CONNECT') return `method ${method}`;
  if (CONDITIONAL.some((name) => headerOf(headers, name) !== undefined)) return 'conditional or partial request';
  const status = response?.status ?? 0;
  if (status < 200 || (status >= 300 && status < 400) || OF_THE_CONNECTION.has(status)) return `status ${status}`;
  return undefined;
}

/** What stands in front of the target and sent a response instead of it, in a line; undefined if nothing shows it. */
function frontOf(answer: Answer): string | undefined {
  if (answer.status < 400 || answer.gaps.body !== undefined) return undefined;
  return isGatewayPage(answer) ? describeFront(answer) : undefined;
}
