import type { Message } from './message.js';

/** A request as it is written to a connection. */
export interface Request {
  readonly origin: string;
  /** The measurements of requests with the same title are added up. */
  readonly title: string;
  readonly message: Message;
  /** The status that counts as success. */
  readonly expects: number;
  /** Another status that is not an error, such as a 401 that leads to a new token. */
  readonly tolerates?: number;
  /**
   * Whether the request may be sent again if its connection is lost before a response (RFC 9110
   * section 9.2.2).
   */
  readonly repeatable: boolean;
  /** Whether the scenario needs the body of the response, for example to capture a value. */
  readonly reads: boolean;
  /**
   * Describes the fault in a response with the expected status, or returns undefined if there is
   * none. It is called only for responses that are sampled for a test.
   */
  readonly verify?: (answer: Answer) => string | undefined;
}

/** A complete response. The body is empty if it was not kept. */
export interface Answer {
  readonly status: number;
  /** Names and values alternate. They are decoded only when needed, by the function `header`. */
  readonly headers: readonly (Buffer | string)[];
  readonly body: Buffer;
  /** Whether the body was to be kept, but was dropped because it exceeded a memory limit. */
  readonly cut?: boolean;
  /** The size in bytes, including the head. */
  readonly size: number;
}

export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'timed-out' }
  /** The connection was lost, or the response was not valid HTTP. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Never sent: no connection was free in time, or the backlog was full. */
  | { readonly kind: 'dropped'; readonly reason: string };

/**
 * One sending of a request, from its schedule to its outcome. Times are milliseconds of a monotonic
 * clock.
 */
export interface Ticket {
  readonly request: Request;
  /** The scheduled time. It stays the same if the request is sent again. */
  readonly intended: number;
  /** The time at which the request was last given to a connection. */
  sent: number;
  /** 0 until the response begins. */
  firstByte: number;
  /** How often the request was written. */
  tries: number;
  /** Whether the body of the response is kept. Otherwise only its bytes are counted. */
  readonly keep: boolean;
  /** Called once, when the request has ended. */
  readonly settle: (ticket: Ticket, outcome: Outcome, at: number) => void;
}

/** Returns the first value of a header field. `name` must be in lower case. */
export function header({ headers }: Answer, name: string): string | undefined {
  const texts = headers.map((field) => field.toString('latin1'));
  const at = texts.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
  return at < 0 ? undefined : texts[at + 1];
}
