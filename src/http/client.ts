/**
 * The HTTP client of a run: it limits the pace, waits for a failing host, and shares the responses
 * of identical GETs.
 */

import type { Answer } from './answer.js';
import { describeFront, Front } from './front.js';
import { Lost, type LostKind } from './lost.js';
import { PatientSender } from './patient-sender.js';
import type { EarlierAnswers } from './recall.js';
import { keyOf, methodOf, type Once, type Request, type SendOptions } from './request.js';
import { isSuspicious } from './suspicious.js';
import { type Counts, countTrouble } from './troubles.js';
import { Wire, type WireOptions } from './wire.js';

/**
 * The maximum total size of shared responses in bytes. It is enough for a run with thousands of
 * pages of records.
 */
const SHARED_BYTES = 128 * 1024 * 1024;

export class HttpClient {
  readonly #wire: Wire;
  readonly #sender: PatientSender;
  /** The responses that identical GETs share. The key is made by `keyOf`. */
  readonly #answers = new Map<string, Promise<Answer>>();
  /** The size of each shared response in bytes, in order of arrival. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;
  /** If set, a request with an earlier response receives this response instead of being sent. */
  earlier: EarlierAnswers | undefined;
  /** Keys of requests that have not received a response. A later equal request is a retry. */
  readonly #unanswered = new Set<string>();

  readonly #front: Front;
  readonly #sendsSuspicious: boolean;

  constructor(options: ClientOptions) {
    const { redactor, suspiciousValues = true } = options;
    this.#wire = new Wire(options);
    this.#sender = new PatientSender(this.#wire);
    if (options.ending !== undefined) options.ending.probe = () => this.#sender.probe();
    this.#front = new Front({
      isSecret: (value) => redactor.nameOf(value) !== undefined,
      send: (request) => this.#sender.send(request, undefined),
      pause: (request, ms) => this.#wire.pacerOf(request).pause(ms),
      count: (answer) => {
        countTrouble(this.counts, 'in-front');
        const description = describeFront(answer);
        const { fronts } = this.counts;
        fronts.set(description, (fronts.get(description) ?? 0) + 1);
      },
    });
    this.#sendsSuspicious = suspiciousValues;
  }

  /**
   * Returns why a request is not sent: a setting forbids it, or a system in front of the target
   * blocks such requests. Returns undefined if it may be sent.
   */
  withheld(request: Request): string | undefined {
    if (!this.#sendsSuspicious && isSuspicious(request))
      return 'the request contains a value that a firewall may block (allow.suspiciousValues is false)';
    return this.#front.blocks(request);
  }

  /**
   * Describes the system in front of the target, such as a firewall, if it refuses every request.
   * Returns undefined if there is no such system.
   */
  async frontOf(answer: Answer): Promise<string | undefined> {
    return (await this.#front.refusesEverything(answer)) ? describeFront(answer) : undefined;
  }

  get counts(): Counts {
    return this.#wire.counts;
  }

  /** Keeps this number of requests of the budget back. A later call replaces the number. */
  reserve(requests: number): void {
    this.#wire.reserved = requests;
  }

  /** Later requests are rejected with `BudgetSpent`. */
  end(): void {
    this.#wire.isOver = true;
  }

  /**
   * Requests contain placeholders for the tokens of the settings. The result maps each placeholder
   * to the current token.
   */
  tokens(): Promise<ReadonlyMap<string, string>> {
    return this.#wire.tokens();
  }

  /** Drops all responses, so that equal requests are sent again. */
  forget(): void {
    this.earlier = undefined;
    this.#answers.clear();
    this.#sizes.clear();
    this.#bytes = 0;
  }

  /**
   * Rejects with `Lost` if no response can be obtained, and with `BudgetSpent` if no request is
   * left.
   */
  send(request: Request, { fresh = false, once }: SendOptions = {}): Promise<Answer> {
    if (fresh || once === 'ever') return this.#countingRetries(request, once);
    if (methodOf(request) !== 'GET') return this.#earlierOrSent(request, once);
    const key = keyOf(request);
    const known = this.#answers.get(key);
    if (known !== undefined) {
      this.counts.shared += 1;
      return known;
    }
    const answer = this.#earlierOrSent(request, once);
    this.#answers.set(key, answer);
    // After `forget`, a newer response may be shared under the same key.
    const isShared = (): boolean => this.#answers.get(key) === answer;
    answer.then(
      ({ size }) => isShared() && this.#keep(key, size),
      () => isShared() && this.#answers.delete(key),
    );
    return answer;
  }

  #earlierOrSent(request: Request, once: Once | undefined): Promise<Answer> {
    const earlier = this.earlier?.answerTo(request);
    if (earlier === undefined) return this.#countingRetries(request, once);
    this.counts.shared += 1;
    return Promise.resolve(earlier);
  }

  /**
   * Keeps a response, and drops the oldest responses if there are too many bytes. A dropped
   * response is requested again if needed.
   */
  #keep(key: string, bytes: number): void {
    this.#sizes.set(key, bytes);
    this.#bytes += bytes;
    for (const [oldest, size] of this.#sizes) {
      if (this.#bytes <= SHARED_BYTES) break;
      this.#sizes.delete(oldest);
      this.#answers.delete(oldest);
      this.#bytes -= size;
    }
  }

  /** Rejects with `Lost` if the request is withheld, or if the target gives no response. */
  async #sendToTarget(request: Request, once: Once | undefined): Promise<Answer> {
    const reason = this.withheld(request);
    if (reason !== undefined) {
      countTrouble(this.counts, 'withheld');
      throw new Lost('withheld', reason);
    }
    return this.#front.pass(await this.#sender.send(request, once));
  }

  /** Counts a retry if a response arrives after an equal request was lost. */
  async #countingRetries(request: Request, once: Once | undefined): Promise<Answer> {
    const key = keyOf(request);
    try {
      const before = this.counts.again;
      const answer = await this.#sendToTarget(request, once);
      if (this.#unanswered.delete(key) && this.counts.again === before) this.counts.again += 1;
      return answer;
    } catch (error) {
      if (error instanceof Lost) error.url ??= request.url;
      if (error instanceof Lost && !NOT_COUNTED.includes(error.kind)) this.#unanswered.add(key);
      throw error;
    }
  }
}

/** These kinds of `Lost` are not a fault of the target. */
const NOT_COUNTED: readonly LostKind[] = [
  'rate-limited',
  'interrupted',
  'not-recorded',
  'in-front',
  'withheld',
];

export interface ClientOptions extends WireOptions {
  /**
   * If false, requests with values that a firewall is likely to refuse are not sent. Default true.
   */
  readonly suspiciousValues?: boolean;
}
