import type { Client } from 'autocannon';
import { Incoming } from './incoming.js';
import type { Answer, Ticket } from './ticket.js';

/** What a link asks of the pool that it belongs to. */
export interface LinkHost {
  /** The next request to send, if there is one. */
  next(): Ticket | undefined;
  /** The link is open and has nothing to do. */
  idle(link: Link): void;
  /** The link is not open any more. */
  shut(link: Link): void;
  answered(ticket: Ticket, answer: Answer): void;
  /** The connection went away before the answer was complete. */
  lost(ticket: Ticket, reason: string): void;
  /** A connection was opened, or could not be. */
  dialled(problem: string | undefined): void;
  now(): number;
}

const FIRST_BACK_OFF_MS = 50;
const LAST_BACK_OFF_MS = 2000;

/** How long to wait before the next attempt after this many fruitless ones in a row, in milliseconds. */
export function backOff(failures: number): number {
  return failures === 0 ? 0 : Math.min(LAST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (failures - 1));
}

/**
 * One connection of autocannon with its schedule taken away: what is sent, when, and whose answer it is are decided
 * here. Shadows `_doRequest`, `_connect` and the queue of pending requests of one client, before its first connection.
 */
export class Link {
  pending: Ticket | undefined;
  readonly #client: Client;
  readonly #host: LinkHost;
  readonly #dial: () => void;
  #open = false;
  #dialling = false;
  #over = false;
  /** The answer that came last on this connection announced that it will be closed. */
  #leaving = false;
  #answeredHere = 0;
  #failures = 0;
  #trouble = 'connection closed';
  #retry: NodeJS.Timeout | undefined;
  readonly #incoming: Incoming;
  #answer: Answer | undefined;

  constructor(client: Client, host: LinkHost) {
    this.#client = client;
    this.#host = host;
    const dial = client._connect;
    this.#dial = () => dial.call(client);
    client._connect = () => this.#reconnect();
    client._doRequest = () => this.#advance();
    this.#incoming = new Incoming({
      keeps: () => this.pending?.keep ?? false,
      complete: (answer, last) => {
        if (this.pending) this.#answer = answer;
        // After an answer that nobody asked for, whatever follows on this connection cannot be attributed.
        this.#leaving = last || !this.pending;
      },
    });
    client.pipelinedRequests = this.#incoming;
    client.on('connError', (error: NodeJS.ErrnoException) => {
      this.#trouble = error.code ?? error.message;
    });
    const execute = client.parser.execute;
    client.parser.execute = (chunk) => {
      const read = execute.call(client.parser, chunk);
      if (read instanceof Error) this.#breakOff('unreadable answer');
      return read;
    };
  }

  /** Writes a request. Only for a link that the host was told is idle. */
  send(ticket: Ticket): void {
    this.pending = ticket;
    ticket.sent = this.#host.now();
    ticket.tries += 1;
    const { bytes } = ticket.request;
    if (typeof bytes === 'string') this.#client.conn?.write(bytes, 'latin1');
    else this.#client.conn?.write(bytes);
  }

  /** Gives up on the pending request, whose connection can no longer be used, and returns it. */
  expire(): Ticket | undefined {
    const ticket = this.pending;
    this.pending = undefined;
    // A server that does not answer is no reason to dial less often: only one that cannot be reached is.
    this.#answeredHere += 1;
    this.#reconnect();
    return ticket;
  }

  /** Ends the link for good. A pending request stays with the caller. */
  close(): void {
    this.#over = true;
    this.#open = false;
    clearTimeout(this.#retry);
    this.#client.destroy();
  }

  #advance(): void {
    const answer = this.#answer;
    const ticket = this.pending;
    if (answer && ticket) {
      this.#answer = undefined;
      this.pending = undefined;
      this.#answeredHere += 1;
      this.#host.answered(ticket, answer);
    }
    if (!this.#open || this.pending) return;
    if (this.#leaving) {
      this.#breakOff('connection closed');
      return;
    }
    const next = this.#host.next();
    if (next) this.send(next);
    else this.#host.idle(this);
  }

  /** Leaves the connection as soon as the parser, which may be at work on it, has returned. */
  #breakOff(reason: string): void {
    this.#shut();
    const { conn } = this.#client;
    setImmediate(() => {
      if (this.#client.conn !== conn) return;
      this.#trouble = reason;
      this.#reconnect();
    });
  }

  #reconnect(): void {
    if (this.#over) return;
    this.#endBodyWithoutLength();
    const fruitless = this.#dialling || (this.#client.conn !== undefined && this.#answeredHere === 0);
    this.#failures = fruitless ? this.#failures + 1 : 0;
    if (this.#dialling) this.#host.dialled(this.#trouble);
    this.#shut();
    this.#retire();
    const ticket = this.pending;
    this.pending = undefined;
    if (ticket) this.#host.lost(ticket, this.#trouble);
    const wait = backOff(this.#failures);
    clearTimeout(this.#retry);
    if (wait === 0) this.#connect();
    else this.#retry = setTimeout(() => this.#connect(), wait);
  }

  #shut(): void {
    if (this.#open && !this.pending) this.#host.shut(this);
    this.#open = false;
  }

  /** A body without length ends with its connection. */
  #endBodyWithoutLength(): void {
    if (!this.pending || this.#client.parser.state !== 'BODY_RAW') return;
    this.#open = false;
    this.#client.parser.finish();
  }

  #retire(): void {
    const { conn } = this.#client;
    this.#dialling = false;
    this.#incoming.clear();
    this.#answer = undefined;
    this.#client.parser.reinitialize('RESPONSE');
    if (!conn) return;
    for (const event of ['data', 'end', 'error', 'connect', 'secureConnect']) conn.removeAllListeners(event);
    conn.on('error', () => {});
    conn.destroy();
  }

  #connect(): void {
    if (this.#over) return;
    this.#dialling = true;
    this.#leaving = false;
    this.#answeredHere = 0;
    this.#trouble = 'connection closed';
    this.#dial();
    const { conn, secure } = this.#client;
    conn?.once(secure ? 'secureConnect' : 'connect', () => this.#opened());
  }

  #opened(): void {
    const { conn } = this.#client;
    // autocannon accepts any certificate; a token must not be sent to whoever answers.
    if (conn && 'authorized' in conn && conn.authorized !== true) {
      this.#trouble = 'certificate not trusted';
      this.#reconnect();
      return;
    }
    conn?.setNoDelay(true);
    this.#dialling = false;
    this.#open = true;
    this.#host.dialled(undefined);
    this.#advance();
  }
}
