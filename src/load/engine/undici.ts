import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { buildConnector, Client } from 'undici';
import type { Message } from './message.js';
import { Exchange, reasonOf } from './undici-exchange.js';
import type { Engine, Wire, WireOptions, WireOwner } from './wire.js';

/** undici would close idle connections and give up on answers by timers of its own; an hour is as good as never. */
const NEVER_MS = 3_600_000;
const CLIENT = {
  pipelining: 1,
  keepAliveTimeout: NEVER_MS,
  keepAliveMaxTimeout: NEVER_MS,
  headersTimeout: 0,
  bodyTimeout: 0,
};

/** undici's `dispatch`, a client for each connection, so that every answer is known by the connection that it came on. */
export const undiciEngine: Engine = (options, own) => {
  const connector = buildConnector({ allowH2: options.http2 ?? false, timeout: 0 });
  for (let count = 0; count < options.connections; count += 1) new UndiciWire(options, connector, own);
  return { close: async () => {} };
};

/** One connection, the client that it was opened for, and what hears its answers. */
interface Line {
  readonly socket: Socket;
  readonly client: Client;
  readonly exchange: Exchange;
}

class UndiciWire implements Wire {
  readonly #at: URL;
  readonly #http2: boolean;
  readonly #connect: buildConnector.connector;
  readonly #owner: WireOwner;
  #line: Line | undefined;
  /** Counts connections: what one says that was let go is not heard. */
  #serial = 0;

  constructor(
    { origin, http2 = false }: WireOptions,
    connect: buildConnector.connector,
    own: (wire: Wire) => WireOwner,
  ) {
    this.#at = new URL(origin);
    this.#http2 = http2;
    this.#connect = connect;
    this.#owner = own(this);
  }

  dial(): void {
    this.#serial += 1;
    const serial = this.#serial;
    const { host, hostname, protocol, port } = this.#at;
    const began = performance.now();
    let connected = began;
    const at = { host, hostname: hostname.replace(/^\[|\]$/g, ''), protocol, port };
    // The connector returns the socket that it opens, which its type does not say.
    const dialled: unknown = this.#connect(at, (error, socket) => {
      if (serial !== this.#serial) return void socket?.destroy();
      if (error) return this.#owner.ended(reasonOf(error));
      this.#line = this.#lineOf(socket, serial);
      const now = performance.now();
      const tls = socket instanceof TLSSocket ? { tlsMs: now - connected } : {};
      this.#owner.opened({ connectMs: ('tlsMs' in tls ? connected : now) - began, ...tls });
    });
    if (dialled instanceof TLSSocket) {
      dialled.once('connect', () => {
        connected = performance.now();
      });
    }
  }

  /** The client takes the connection that is open already, and never opens one by itself. */
  #lineOf(socket: Socket, serial: number): Line {
    socket.setNoDelay(true);
    let given = false;
    const client = new Client(this.#at.origin, {
      ...CLIENT,
      allowH2: this.#http2,
      // Answered later: a client that is asking hears nothing.
      connect: (_, callback) =>
        queueMicrotask(() => {
          if (given || socket.destroyed) callback(new Error('connection closed'), null);
          else callback(null, socket);
          given = true;
        }),
    });
    client.on('connectionError', () => {});
    let trouble = 'connection closed';
    socket.on('error', (error) => {
      trouble = reasonOf(error);
    });
    socket.once('close', () => {
      if (serial === this.#serial) this.#owner.ended(trouble);
    });
    return { socket, client, exchange: new Exchange(socket, this.#owner, () => serial === this.#serial) };
  }

  send({ method, path, headers, body }: Message): void {
    const line = this.#line;
    if (!line) return;
    line.exchange.begin();
    // Without a word on it undici closes the connection after a HEAD.
    const options = { method, path, headers: headers as string[], body: body ?? null, reset: false };
    line.client.dispatch(options, line.exchange);
  }

  hangUp(): void {
    this.#serial += 1;
    const line = this.#line;
    this.#line = undefined;
    if (!line) return;
    void line.client.destroy();
    line.socket.destroy();
  }

  close(): void {
    this.hangUp();
  }
}
