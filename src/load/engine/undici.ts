import type { Socket } from 'node:net';
import { Client } from 'undici';
import { type Dial, type DialOwner, dialFor, reasonOf } from './dial.js';
import type { Message } from './message.js';
import { Exchange } from './undici-exchange.js';
import type { Engine, Opening, Wire, WireOptions, WireOwner } from './wire.js';

/**
 * undici closes a connection that is idle for this time, an hour. If the server states a shorter
 * time in `Keep-Alive`, undici closes the connection shortly before that.
 */
const LONGEST_IDLE_MS = 3_600_000;
const CLIENT = {
  pipelining: 1,
  keepAliveTimeout: LONGEST_IDLE_MS,
  keepAliveMaxTimeout: LONGEST_IDLE_MS,
  // The pool ends requests that reach their timeout.
  headersTimeout: 0,
  bodyTimeout: 0,
};

/**
 * An engine that uses undici's `dispatch`. It has one client for each connection, so that the
 * connection of every response is known.
 */
export const undiciEngine: Engine = (options, own) => {
  const dial = dialFor(options);
  for (let count = 0; count < options.connections; count += 1) new UndiciWire(options, dial, own);
  return { close: async () => {} };
};

interface OpenConnection {
  readonly socket: Socket;
  readonly client: Client;
  readonly exchange: Exchange;
}

class UndiciWire implements Wire, DialOwner {
  readonly #origin: string;
  readonly #http2: boolean;
  readonly #dial: Dial;
  readonly #owner: WireOwner;
  #cancelDial = (): void => {};
  #connection: OpenConnection | undefined;

  constructor({ origin, http2 = false }: WireOptions, dial: Dial, own: (wire: Wire) => WireOwner) {
    this.#origin = origin;
    this.#http2 = http2;
    this.#dial = dial;
    this.#owner = own(this);
  }

  dial(): void {
    this.#cancelDial = this.#dial(this);
  }

  failed(reason: string): void {
    this.#owner.ended(reason);
  }

  connected(socket: Socket, opening: Opening): void {
    this.#connection = this.#connectionOn(socket);
    this.#owner.opened(opening);
  }

  /** Makes a client that uses the open connection and never opens a connection itself. */
  #connectionOn(socket: Socket): OpenConnection {
    const isCurrent = (): boolean => this.#connection?.socket === socket;
    let isSocketUsed = false;
    const client = new Client(this.#origin, {
      ...CLIENT,
      allowH2: this.#http2,
      // undici ignores a call of `callback` before `connect` has returned.
      connect: (_, callback) =>
        queueMicrotask(() => {
          if (isSocketUsed || socket.destroyed) callback(new Error('connection closed'), null);
          else callback(null, socket);
          isSocketUsed = true;
        }),
    });
    client.on('connectionError', () => {});
    let reason = 'connection closed';
    socket.on('error', (error) => {
      reason = reasonOf(error);
    });
    const exchange = new Exchange(socket, this.#owner, isCurrent);
    socket.once('close', () => {
      if (isCurrent()) this.#owner.ended(reason, !exchange.written);
    });
    return { socket, client, exchange };
  }

  send({ method, path, headers, body }: Message): void {
    const connection = this.#connection;
    if (!connection) return;
    connection.exchange.begin();
    // Without `reset: false` undici closes the connection after a HEAD request.
    const options = {
      method,
      path,
      headers: headers as string[],
      body: body ?? null,
      reset: false,
    };
    connection.client.dispatch(options, connection.exchange);
  }

  hangUp(): void {
    this.#cancelDial();
    const connection = this.#connection;
    this.#connection = undefined;
    if (!connection) return;
    void connection.client.destroy();
    connection.socket.destroy();
  }

  close(): void {
    this.hangUp();
  }
}
