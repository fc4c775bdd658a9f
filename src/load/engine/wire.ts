/** The interface between an HTTP engine and the rest of the load tester. */

import type { Connection } from '../../settings/index.js';
import type { Message } from './message.js';
import type { Answer } from './ticket.js';

/**
 * The time that opening a connection took, in milliseconds: name resolution and TCP (or the tunnel
 * of a proxy), and then TLS if it is used.
 */
export interface Opening {
  readonly connectMs: number;
  readonly tlsMs?: number;
}

/**
 * Opens connections one after the other, at most one at a time, and writes requests to them. The
 * owner decides which requests are sent, and when.
 */
export interface Wire {
  /** Opens a connection. The owner then receives `opened` or `ended`. */
  dial(): void;
  /** Writes a request. The connection must be open and ready. */
  send(message: Message): void;
  /**
   * Releases the connection. Its later events are ignored. A body without a length is complete now.
   */
  hangUp(): void;
  /** Closes the wire permanently. */
  close(): void;
}

/** The events of a wire. */
export interface WireOwner {
  /** Whether the body of the arriving response is needed. */
  keeps(): boolean;
  opened(opening: Opening): void;
  /** Called at the first byte of a response. */
  begun(): void;
  /** Called when a response is complete. `last` means that its connection will be closed. */
  complete(answer: Answer, last: boolean): void;
  /** Called when the wire can take the next request. */
  ready(): void;
  /**
   * Called when the connection could not be opened, was lost, or cannot be used any more. `unsent`
   * means that nothing of the pending request was written.
   */
  ended(reason: string, unsent?: boolean): void;
}

/** The options for the connections of one origin. */
export interface WireOptions {
  /** The scheme, host and port. */
  readonly origin: string;
  readonly connections: number;
  /** Whether HTTP/2 is used if the target supports it. Default false. */
  readonly http2?: boolean;
  /**
   * Certificate authorities, client certificate and proxy, if they are needed to reach the target.
   */
  readonly connection?: Connection | undefined;
  /**
   * The maximum number of milliseconds from sending to the complete response, for opening a tunnel,
   * and for waiting for a free connection.
   */
  readonly timeout: number;
}

/** The wires of one origin. */
interface Wires {
  close(): Promise<void>;
}

/**
 * An HTTP engine. It makes wires and gives each to the owner that `own` returns. Only the owner
 * opens the connection.
 */
export type Engine = (options: WireOptions, own: (wire: Wire) => WireOwner) => Wires;
