import type { Connection } from '../../settings/index.js';
import type { Message } from './message.js';
import type { Answer } from './ticket.js';

/**
 * How long a connection took to open, in milliseconds: name and TCP or the tunnel of a proxy, and
 * then TLS where there is one.
 */
export interface Opening {
  readonly connectMs: number;
  readonly tlsMs?: number;
}

/**
 * One connection at a time, as an engine opens it and writes to it. What is sent, and when, is
 * decided elsewhere.
 */
export interface Wire {
  /** Opens a connection: its owner hears `opened` or `ended`. */
  dial(): void;
  /** Writes a request. Only on an open connection that is ready. */
  send(message: Message): void;
  /**
   * Releases the connection: its events are ignored from now on. A body without length is complete
   * with it.
   */
  hangUp(): void;
  /** Ends it for good. */
  close(): void;
}

/** Events of a wire. */
export interface WireOwner {
  /** Whether the body of the answer that is coming in is wanted. */
  keeps(): boolean;
  opened(opening: Opening): void;
  /** The first byte of an answer is there. */
  begun(): void;
  /** A whole answer is there; `last` where its connection will be closed after it. */
  complete(answer: Answer, last: boolean): void;
  /** The wire can take the next request. */
  ready(): void;
  /**
   * The connection could not be opened, went away, or is of no use any more. `unsent` where nothing
   * was written of what was to be sent on it.
   */
  ended(reason: string, unsent?: boolean): void;
}

export interface WireOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly connections: number;
  /** HTTP/2 if the target supports it. Default false. */
  readonly http2?: boolean;
  /** Authorities, certificate and proxy, where the target is not reached the plain way. */
  readonly connection?: Connection | undefined;
  /**
   * Milliseconds from sending to the complete answer, for a proxy to open a tunnel, and the longest
   * wait for a free connection.
   */
  readonly timeout: number;
}

/** The wires of one origin. */
interface Wires {
  close(): Promise<void>;
}

/**
 * An HTTP engine: makes wires and hands each to the owner that `own` returns. The owner opens the
 * connection; an engine opens nothing by itself.
 */
export type Engine = (options: WireOptions, own: (wire: Wire) => WireOwner) => Wires;
