/** The interface between an HTTP engine and the rest of the load tester. */

import type { Connection } from '../../settings/index.js';
import type { Message } from './message.js';
import type { Answer } from './ticket.js';

/**
 * The durations of opening a connection. `connectMs` covers name resolution and TCP, or the tunnel
 * of a proxy.
 */
export interface Opening {
  readonly connectMs: number;
  /** Undefined for a connection without TLS. */
  readonly tlsMs?: number;
}

/**
 * A wire opens at most one connection at a time, and writes requests to it. The owner of the wire
 * decides which requests are sent, and when.
 */
export interface Wire {
  /** Starts to open a connection. The owner then receives `opened` or `ended`. */
  dial(): void;
  /** Writes a request. The connection must be open, without a pending request. */
  send(message: Message): void;
  /**
   * Closes the connection and ignores its later events. The wire can then open a new connection. A
   * response body without a stated length is complete when its connection ends.
   */
  hangUp(): void;
  /** Closes the connection. The wire is not used again. */
  close(): void;
}

/** Receives the events of a wire. */
export interface WireOwner {
  /** Whether the body of the current response is kept, so that it can be tested. */
  keeps(): boolean;
  opened(opening: Opening): void;
  /** The first byte of a response was received. */
  begun(): void;
  /** A response is complete. `last` means that its connection will be closed. */
  complete(answer: Answer, last: boolean): void;
  /** The next request can be sent. */
  ready(): void;
  /**
   * The connection could not be opened, was lost, or cannot be used any more. `unsent` means that
   * nothing of the pending request was written.
   */
  ended(reason: string, unsent?: boolean): void;
}

export interface WireOptions {
  readonly origin: string;
  readonly connections: number;
  /** Uses HTTP/2 if the server supports it. The default is false. */
  readonly http2?: boolean;
  /** Certificates and a proxy, if they are needed to reach the server. */
  readonly connection?: Connection | undefined;
  /**
   * The limit in milliseconds for a response after its request was sent, for opening a tunnel, and
   * for waiting for a free connection.
   */
  readonly timeout: number;
}

interface Wires {
  close(): Promise<void>;
}

/**
 * Makes a wire for each connection and calls `own` for each wire. `own` returns the owner of the
 * wire, which opens the connection and receives its events.
 */
export type Engine = (options: WireOptions, own: (wire: Wire) => WireOwner) => Wires;
