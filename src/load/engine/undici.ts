import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { buildConnector, Client, type Dispatcher } from 'undici';
import { Body } from './body.js';
import type { Message } from './message.js';
import type { Answer } from './ticket.js';
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

/** One connection and the client that it was opened for. */
interface Line {
  readonly socket: Socket;
  readonly client: Client;
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
    return { socket, client };
  }

  send({ method, path, headers, body }: Message): void {
    const line = this.#line;
    if (!line) return;
    line.client.dispatch(
      { method, path, headers: headers as string[], body: body ?? null },
      new Exchange(line, this.#owner, this.#serial, () => this.#serial),
    );
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

/** One request on its connection. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #body = new Body();
  readonly #line: Line;
  readonly #owner: WireOwner;
  readonly #serial: number;
  readonly #current: () => number;
  readonly #bytesBefore: number;
  #status = 0;
  #headers: Readonly<Record<string, string | string[] | undefined>> = {};

  constructor(line: Line, owner: WireOwner, serial: number, current: () => number) {
    this.#line = line;
    this.#owner = owner;
    this.#serial = serial;
    this.#current = current;
    this.#bytesBefore = line.socket.bytesRead;
  }

  onRequestStart(): void {}

  onResponseStart(_: unknown, status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void {
    if (status < 200 || this.#serial !== this.#current()) return;
    this.#status = status;
    this.#headers = headers;
    this.#owner.begun();
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#body.add(chunk, this.#owner.keeps());
  }

  onResponseEnd(): void {
    if (this.#serial !== this.#current()) return;
    const { socket } = this.#line;
    this.#owner.complete(
      new UndiciAnswer(this.#status, this.#headers, this.#body.take(), socket.bytesRead - this.#bytesBefore),
      false,
    );
    // undici closes a connection that the answer announced the end of after this call, and takes no request before.
    queueMicrotask(() => {
      if (this.#serial !== this.#current()) return;
      if (socket.destroyed) this.#owner.ended('connection closed');
      else this.#owner.ready();
    });
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.#serial === this.#current()) this.#owner.ended(reasonOf(error));
  }
}

/** Few look at the headers of an answer: they are listed when somebody does. */
class UndiciAnswer implements Answer {
  readonly status: number;
  readonly body: Buffer;
  readonly size: number;
  readonly #fields: Readonly<Record<string, string | string[] | undefined>>;

  constructor(
    status: number,
    fields: Readonly<Record<string, string | string[] | undefined>>,
    body: Buffer,
    size: number,
  ) {
    this.status = status;
    this.#fields = fields;
    this.body = body;
    this.size = size;
  }

  get headers(): readonly string[] {
    return Object.entries(this.#fields).flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => [name, one]));
  }
}

const UNREADABLE = 'unreadable answer';
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

/** The words that reports use, whatever the engine. */
function reasonOf(error: Error & { readonly code?: unknown }): string {
  const code = String(error.code ?? '');
  if (error.name === 'HTTPParserError') return UNREADABLE;
  if (CERTIFICATE.test(code)) return 'certificate not trusted';
  return code === '' || code.startsWith('UND_ERR') ? 'connection closed' : code;
}
