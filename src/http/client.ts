/**
 * The HTTP client of a run: it limits the pace, waits for a failing host, and shares the responses
 * of identical GETs.
 */

import type { Answer } from './answer.js';
import { describeFront, Front } from './front.js';
import { Lost } from './lost.js';
import { PatientSender } from './patient-sender.js';
import { keyOf, methodOf, type Once, type Request, type SendOptions } from './request.js';
import { isSuspicious } from './suspicious.js';
import { type Counts, countTrouble } from './troubles.js';
import { Wire, type WireOptions } from './wire.js';

/** The total size of shared responses, enough for a run with thousands of pages of records. */
const SHARED_BYTES = 128 * 1024 * 1024;

export class HttpClient {
  readonly #wire: Wire;
  readonly #sender: PatientSender;
  readonly #answers = new Map<string, Promise<Answer>>();
  /** The size of each shared response in bytes, in order of arrival. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;
  /**
   * Keys of requests without a response. A later response to an equal request came from a retry.
   */
  readonly #unanswered = new Set<string>();

  readonly #front: Front;
  readonly #isWithheld: (request: Request) => boolean;

  constructor(options: ClientOptions) {
    const { redactor, suspiciousValues = true } = options;
    this.#wire = new Wire(options);
    this.#sender = new PatientSender(this.#wire);
    this.#front = new Front((value) => redactor.nameOf(value) !== undefined);
    this.#isWithheld = (request) => !suspiciousValues && isSuspicious(request);
  }

  /**
   * Describes the system in front of the target that refuses every request; undefined if there is
   * none.
   */
  async frontOf(answer: Answer): Promise<string | undefined> {
    const send = (request: Request): Promise<Answer> => this.#sender.send(request, undefined);
    return (await this.#front.refusesEverything(answer, send)) ? describeFront(answer) : undefined;
  }

  get counts(): Counts {
    return this.#wire.counts;
  }

  /** Replaces the earlier reservation. */
  reserve(requests: number): void {
    this.#wire.reserved = requests;
  }

  /**
   * The current tokens of the settings by their placeholders, for requests that are sent elsewhere.
   */
  tokens(): Promise<ReadonlyMap<string, string>> {
    return this.#wire.tokens();
  }

  /** Stops sharing earlier responses. */
  forget(): void {
    this.#answers.clear();
    this.#sizes.clear();
    this.#bytes = 0;
  }

  /**
   * Rejects with `Lost` if no response can be obtained, and with `BudgetSpent` if no request is
   * left.
   */
  send(request: Request, { fresh = false, once }: SendOptions = {}): Promise<Answer> {
    if (methodOf(request) !== 'GET' || fresh) return this.#countingRetries(request, once);
    const key = keyOf(request);
    const known = this.#answers.get(key);
    if (known !== undefined) {
      this.counts.shared += 1;
      return known;
    }
    const answer = this.#countingRetries(request, once);
    this.#answers.set(key, answer);
    answer.then(
      ({ size }) => this.#keep(key, size),
      () => this.#answers.delete(key),
    );
    return answer;
  }

  /** Drops the oldest responses to make room. They are requested again if needed. */
  #keep(key: string, bytes: number): void {
    this.#sizes.set(key, bytes);
    this.#bytes += bytes;
    for (const [first, size] of this.#sizes) {
      if (this.#bytes <= SHARED_BYTES) break;
      this.#sizes.delete(first);
      this.#answers.delete(first);
      this.#bytes -= size;
    }
  }

  /** Rejects with `Lost` if a system in front of the target responded. */
  async #ofTarget(request: Request, once: Once | undefined): Promise<Answer> {
    if (this.#isWithheld(request)) {
      countTrouble(this.counts, 'withheld');
      throw new Lost(
        'withheld',
        'it contains a value that a firewall may block (allow.suspiciousValues is false)',
      );
    }
    const answer = await this.#sender.send(request, once);
    const send = (control: Request): Promise<Answer> => this.#sender.send(control, undefined);
    if (!(await this.#front.isInFront(answer, send))) return answer;
    countTrouble(this.counts, 'in-front');
    const description = describeFront(answer);
    this.counts.fronts.add(description);
    throw new Lost('in-front', description, request.url, answer.exchange);
  }

  /** A response after a lost identical request is the result of a retry. */
  async #countingRetries(request: Request, once: Once | undefined): Promise<Answer> {
    const key = keyOf(request);
    try {
      const before = this.counts.again;
      const answer = await this.#ofTarget(request, once);
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
const NOT_COUNTED: readonly string[] = [
  'rate-limited',
  'interrupted',
  'not-recorded',
  'in-front',
  'withheld',
];

export interface ClientOptions extends WireOptions {
  /** False withholds requests with values that a firewall is likely to refuse. Default true. */
  readonly suspiciousValues?: boolean;
}
