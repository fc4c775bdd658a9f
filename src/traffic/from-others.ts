/**
 * Selects the exchanges of other clients that can be tested, and converts them to the form in which
 * Assay records its own exchanges.
 */

import { type HarEntry, isFromCache } from '../formats/har.js';
import { Answer, describeFront, type Gap, type Header, isGatewayPage } from '../http/index.js';
import type { Target } from '../settings/index.js';
import { canonicalForm, canonicalHeaders, headerOf } from './canonical.js';
import { type Parts, partsOf } from './completeness.js';
import type { Entry } from './entry.js';
import { interfaceOf } from './interface-of.js';
import { type Knowledge, Learned } from './learned.js';
import { LeftOut } from './left-out.js';

/** The testable traffic of other clients. */
export interface OthersTraffic {
  readonly entries: readonly Entry[];
  /** All exchanges with the target, also those that cannot be tested, as they were sent. */
  readonly all: readonly Entry[];
  /** The configured target, completed by settings that were read from the traffic. */
  readonly target: Target;
  /** Exchanges and parts that were left out, with reasons. */
  readonly left: LeftOut;
}

interface Recorded {
  readonly entry: HarEntry;
  readonly name: string;
  readonly parts: Parts;
}

/**
 * `whole` is the exchange as it was sent. `tested` is the form of it that is tested, or undefined
 * if the exchange cannot be tested.
 */
interface Chosen {
  readonly whole: Entry;
  readonly tested: Entry | undefined;
}

/**
 * An exchange is left out if its response may have a cause that the recording does not show: a
 * cached or partial response, an incomplete request, or a removed or unknown credential. Incomplete
 * parts of responses are marked.
 */
export function trafficOfOthers(recorded: readonly HarEntry[], configured: Target): OthersTraffic {
  const learned = new Learned(configured);
  for (const entry of recorded) learned.see(entry);
  const { knowledge } = learned;
  const chooser = new Chooser(knowledge);
  const chosen = recorded.flatMap((entry) => chooser.choose(entry) ?? []);
  return {
    entries: chosen.flatMap(({ tested }) => tested ?? []),
    all: chosen.map(({ whole }) => whole),
    target: knowledge.target,
    left: chooser.left,
  };
}

/** Decides for each exchange whether it can be tested, in the order of the recording. */
export class Chooser {
  readonly left = new LeftOut();
  /** The number of exchanges so far, with any server. */
  seen = 0;
  /** The number of exchanges with the target so far. */
  addressed = 0;
  readonly #knowledge: Knowledge;
  /** The time of the last exchange that has a time. An exchange without a time gets this time. */
  #last: number;

  constructor(knowledge: Knowledge) {
    this.#knowledge = knowledge;
    this.#last = knowledge.start;
  }

  /** Returns undefined for an exchange with another server. */
  choose(entry: HarEntry): Chosen | undefined {
    const { target, usual } = this.#knowledge;
    this.seen += 1;
    const name = interfaceOf(entry.url, target);
    if (name === undefined) {
      this.left.exchange('address not below any base URL of the target');
      return undefined;
    }
    this.addressed += 1;
    const parts = partsOf(entry, usual);
    const recorded = { entry: withBody(entry, parts.body), name, parts };
    this.#last = Number.isFinite(entry.at) ? entry.at : this.#last;
    const whole = { ...entryOf(recorded, this.#last), id: this.seen };
    const sent = testable(recorded, this.#knowledge);
    if (typeof sent === 'string') {
      this.left.exchange(sent);
      return { whole, tested: undefined };
    }
    this.left.parts(parts.gaps);
    return { whole, tested: { ...whole, ...sent } };
  }
}

const withBody = (entry: HarEntry, body: Buffer | undefined): HarEntry =>
  entry.response === undefined ? entry : { ...entry, response: { ...entry.response, body } };

function entryOf({ entry, name, parts }: Recorded, at: number): Omit<Entry, 'id'> {
  const { method, url, headers, body, durationMs, response } = entry;
  const answer = response && {
    status: response.status,
    headers: response.headers,
    body: response.body,
    gaps: parts.gaps,
  };
  const requestGap = parts.obstacle ?? parts.requestHeaders;
  return { interface: name, at, durationMs, method, url, headers, body, answer, requestGap };
}

/** The request as Assay would have sent it, or the reason why the exchange cannot be tested. */
function testable(
  recorded: Recorded,
  { target, credentials }: Knowledge,
): Pick<Entry, 'headers' | 'body'> | string {
  const { entry, name, parts } = recorded;
  const answer = answerOf(recorded);
  if (answer === undefined) return 'no response';
  const obstacle = obstacleIn(entry) ?? wordsOf(parts.obstacle) ?? frontOf(answer);
  if (obstacle !== undefined) return obstacle;
  const isWhole = parts.requestHeaders === undefined;
  const canonical = canonicalHeaders(entry, name, target, {
    answer,
    isAcceptKnown: parts.isAcceptKnown,
  });
  if (canonical === undefined)
    return isWhole
      ? 'Accept header leaves the format open'
      : 'request headers not recorded completely';
  const sent = credentials(entry, name, canonical, isWhole);
  if (typeof sent === 'string') return sent;
  return { headers: sent, body: name === 'templates' ? canonicalForm(entry.body) : entry.body };
}

const wordsOf = (gap: Gap | undefined): string | undefined =>
  gap && `${gap.part} ${gap.state}: ${gap.why}`;

function answerOf({ entry, name, parts }: Recorded): Answer | undefined {
  const { method, url, headers, response } = entry;
  if (response === undefined) return undefined;
  const request = { interface: name, method, url, headers: headers as readonly Header[] };
  const body = response.body ?? Buffer.alloc(0);
  return new Answer(
    request,
    { status: response.status, headers: response.headers, body, gaps: parts.gaps },
    { exchange: 0 },
  );
}

/** These header fields make a request conditional or partial, so that its response differs. */
const CONDITIONAL = [
  'if-none-match',
  'if-modified-since',
  'if-match',
  'if-unmodified-since',
  'if-range',
  'range',
];

/**
 * Statuses that any request may get and that say nothing about the interface: a partial response,
 * or a refusal by a proxy or an HTTP layer (RFC 9110 sections 15.3.7, 15.5.8, 15.5.9, 15.5.20; RFC
 * 8470 section 5.2; RFC 6585 section 6).
 */
const STATUSES_OF_ANY_REQUEST = new Set([206, 407, 408, 421, 425, 511]);

/** Returns the reason why an exchange does not show how the target responds to the request. */
function obstacleIn(entry: HarEntry): string | undefined {
  const { method, headers, response } = entry;
  if (isFromCache(entry)) return 'response from a cache';
  if (method === 'OPTIONS' || method === 'HEAD' || method === 'CONNECT') return `method ${method}`;
  if (CONDITIONAL.some((name) => headerOf(headers, name) !== undefined))
    return 'conditional or partial request';
  const status = response?.status ?? 0;
  if (status < 200 || (status >= 300 && status < 400) || STATUSES_OF_ANY_REQUEST.has(status))
    return `status ${status}`;
  return undefined;
}

/**
 * Describes the system in front of the target that sent the response. Returns undefined if the
 * response does not show that another system sent it.
 */
function frontOf(answer: Answer): string | undefined {
  if (answer.status < 400 || answer.gaps.body !== undefined) return undefined;
  return isGatewayPage(answer) ? describeFront(answer) : undefined;
}
