import type { Message } from './message.js';

/** One HTTP request as it will be written to a connection. */
export interface Request {
  /** Scheme, host and port of the pool that sends it. */
  readonly origin: string;
  /** The name under which it is reported. */
  readonly title: string;
  readonly message: Message;
  /** The status that counts as success. */
  readonly expects: number;
  /**
   * A status that is part of the scenario, though not the expected one, such as a 401 that leads to
   * a new token.
   */
  readonly tolerates?: number;
  /**
   * Whether it may be sent again when its connection is lost before an answer: RFC 9110, section
   * 9.2.2.
   */
  readonly repeatable: boolean;
  /** Whether the scenario reads the body. A body that is not read is counted and discarded. */
  readonly reads: boolean;
  /**
   * Says what is wrong with an answer of the expected status. Called for the sampled share of
   * answers only.
   */
  readonly verify?: (answer: Answer) => string | undefined;
}

/** An answer. The body is empty unless it was requested. */
export interface Answer {
  readonly status: number;
  /** Names and values in turn, unparsed: they are rarely needed, and `header` parses them then. */
  readonly headers: readonly (Buffer | string)[];
  readonly body: Buffer;
  /** The body was requested, but too long to be kept. */
  readonly cut?: boolean;
  /** Bytes on the wire, head included. */
  readonly size: number;
}

/** What became of a request. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'timed-out' }
  /** The connection was lost, or what came was not HTTP. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Never sent: no connection was free in time, or the backlog was full. */
  | { readonly kind: 'dropped'; readonly reason: string };

/** A pending request, with its measured times (milliseconds of one monotonic clock). */
export interface Ticket {
  readonly request: Request;
  /** The scheduled time of sending. Unchanged if the request is sent again. */
  readonly intended: number;
  /** When it was last given to a connection. */
  sent: number;
  /** The time of the first byte of the response; 0 without one. */
  firstByte: number;
  /** How often it was written. */
  tries: number;
  /** Whether the body is kept. */
  readonly keep: boolean;
  readonly settle: (ticket: Ticket, outcome: Outcome, at: number) => void;
}

/** The first value of a header, or undefined. */
export function header({ headers }: Answer, name: string): string | undefined {
  const texts = headers.map((field) => field.toString('latin1'));
  const at = texts.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
  return at < 0 ? undefined : texts[at + 1];
}
