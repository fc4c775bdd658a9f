/** The types of a load request, its response and its outcome. */

import type { Message } from './message.js';

/** One HTTP request as it is written to a connection. */
export interface Request {
  /** The scheme, host and port of the pool that sends the request. */
  readonly origin: string;
  /** The name of the request in reports. */
  readonly title: string;
  readonly message: Message;
  /** The status that counts as success. */
  readonly expects: number;
  /** A second status that is not an error, such as a 401 that leads to a new token. */
  readonly tolerates?: number;
  /**
   * Whether the request may be sent again if its connection is lost before a response (RFC 9110
   * section 9.2.2).
   */
  readonly repeatable: boolean;
  /** Whether the scenario reads the body. Otherwise only its bytes are counted. */
  readonly reads: boolean;
  /**
   * Describes the fault in a response with the expected status; undefined if there is none. Called
   * only for sampled responses.
   */
  readonly verify?: (answer: Answer) => string | undefined;
}

/** A response. The body is empty if it was not kept. */
export interface Answer {
  readonly status: number;
  /** Names and values in turn, unparsed. They are rarely needed, so only `header` parses them. */
  readonly headers: readonly (Buffer | string)[];
  readonly body: Buffer;
  /** Set if the body was requested but too long to be kept. */
  readonly cut?: boolean;
  /** The number of transferred bytes, including the head. */
  readonly size: number;
}

/** The outcome of a request. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'timed-out' }
  /** The connection was lost, or the response was not valid HTTP. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Never sent: no connection was free in time, or the backlog was full. */
  | { readonly kind: 'dropped'; readonly reason: string };

/** A pending request with its measured times, in milliseconds of a monotonic clock. */
export interface Ticket {
  readonly request: Request;
  /** The scheduled time of sending. It stays the same if the request is sent again. */
  readonly intended: number;
  /** The time when the request was last given to a connection. */
  sent: number;
  /** The time of the first byte of the response; 0 without a response. */
  firstByte: number;
  /** The number of times that the request was written. */
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
