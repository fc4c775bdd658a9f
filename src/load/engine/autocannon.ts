import autocannon, { type Client, type Head, type PendingRequests } from 'autocannon';
import { Body } from './body.js';
import type { Message } from './message.js';
import type { Engine, Wire, WireOwner } from './wire.js';

/** The version of autocannon whose internals this file, and no other, was written against. */
export const AUTOCANNON_VERSION = '9.0.0';

const METHODS = ['_connect', '_doRequest', '_destroyConnection', 'destroy'] as const;
const QUEUE = ['addByteCount', 'clear'] as const;
const PARSER = ['execute', 'finish', 'reinitialize'] as const;
/** Under these the parser keeps what it calls with a head, with a piece of a body, and at the end of a message. */
const CALLS = { kOnHeadersComplete: 2, kOnBody: 3, kOnMessageComplete: 4 } as const;

const lacks = (holder: unknown, names: readonly string[]): string[] =>
  names.filter((name) => typeof Reflect.get(Object(holder), name) !== 'function');

/**
 * Names what a client lacks of the internals that are shadowed or called here. Empty for the pinned version. Asked for
 * every client before its first connection, so that a changed autocannon ends the run instead of its truth.
 */
export function brokenContract(client: Client): string[] {
  return [
    ...lacks(client, METHODS).map((name) => `client.${name}()`),
    ...lacks(client.pipelinedRequests, QUEUE).map((name) => `client.pipelinedRequests.${name}()`),
    ...lacks(client.parser, PARSER).map((name) => `client.parser.${name}()`),
    ...Object.entries(CALLS)
      .filter(([name, key]) => Reflect.get(Object(client.parser?.constructor), name) !== key)
      .map(([name]) => `HTTPParser.${name}`),
    ...(typeof client.secure === 'boolean' ? [] : ['client.secure']),
    ...(typeof client.parser?.state === 'string' ? [] : ['client.parser.state']),
    ...(client.conn === undefined ? [] : ['client.conn is there before the first connection']),
  ];
}

/** autocannon ends a run and an idle connection by timers of its own; 20 days is as good as never and fits a timer. */
const NEVER_SECONDS = 1_728_000;

/** autocannon with its schedule and its statistics taken away: what is left is a very fast HTTP/1.1 client. */
export const autocannonEngine: Engine = ({ origin, connections }, own) => {
  const instance = autocannon({
    url: origin,
    connections,
    pipelining: 1,
    duration: NEVER_SECONDS,
    timeout: NEVER_SECONDS,
    sampleInt: 100,
    setupClient: (client) => {
      const broken = brokenContract(client);
      if (broken.length > 0) throw new Error(`Not autocannon ${AUTOCANNON_VERSION} inside: ${broken.join(', ')}`);
      new AutocannonWire(client, own);
    },
  });
  const ended = Promise.resolve(instance).then(() => undefined);
  return {
    close: () => {
      instance.stop();
      return ended;
    },
  };
};

/** What is written in place of what the client would do with its own statistics of each answer. */
const nothing = (): void => {};

/**
 * Shadows `_doRequest`, `_connect` and the queue of pending requests of one client before its first connection, and then
 * what its parser calls. The queue decodes bodies piece by piece and is not cleared when a connection is lost, and the
 * client tells five listeners of every answer: none of it happens here.
 */
class AutocannonWire implements Wire, PendingRequests {
  readonly #client: Client;
  readonly #dial: () => void;
  readonly #owner: WireOwner;
  readonly #body = new Body();
  #head: Head | undefined;
  #size = 0;
  #trouble = 'connection closed';
  /** The answer has no body, whatever its head says of the length: that of a HEAD. */
  #bodiless = false;

  constructor(client: Client, own: (wire: Wire) => WireOwner) {
    this.#client = client;
    const dial = client._connect;
    this.#dial = () => dial.call(client);
    this.#owner = own(this);
    // Called first by the client itself, which would open its connection: the owner has dialled by then.
    let first = true;
    client._connect = () => {
      if (first) first = false;
      else this.#owner.ended(this.#trouble);
    };
    client._doRequest = nothing;
    client.pipelinedRequests = this;
    client.on('connError', (error: NodeJS.ErrnoException) => {
      this.#trouble = error.code ?? error.message;
    });
    const execute = client.parser.execute;
    client.parser.execute = (chunk) => {
      const read = execute.call(client.parser, chunk);
      if (read instanceof Error) this.#unreadable();
      return read;
    };
  }

  dial(): void {
    this.#trouble = 'connection closed';
    this.#listen();
    const began = performance.now();
    this.#dial();
    const { conn, secure } = this.#client;
    let connectMs = 0;
    conn?.once('connect', () => {
      connectMs = performance.now() - began;
      if (!secure) this.#opened({ connectMs });
    });
    if (secure)
      conn?.once('secureConnect', () => this.#opened({ connectMs, tlsMs: performance.now() - began - connectMs }));
  }

  /** The client sets these when it is made, after its set-up: they are taken over at each connection. */
  #listen(): void {
    const { parser } = this.#client;
    parser[CALLS.kOnHeadersComplete] = (head) => {
      this.#head = head;
      return this.#bodiless;
    };
    parser[CALLS.kOnBody] = (chunk, start, length) => {
      this.#body.add(length === chunk.length ? chunk : chunk.subarray(start, start + length), this.#owner.keeps());
    };
    parser[CALLS.kOnMessageComplete] = () => this.#complete();
  }

  #opened(opening: Parameters<WireOwner['opened']>[0]): void {
    const { conn } = this.#client;
    // autocannon accepts any certificate; a token must not be sent to whoever answers.
    if (conn && 'authorized' in conn && conn.authorized !== true) {
      this.#owner.ended('certificate not trusted');
      return;
    }
    conn?.setNoDelay(true);
    this.#owner.opened(opening);
  }

  send({ bytes, method }: Message): void {
    this.#bodiless = method === 'HEAD';
    this.#client.conn?.write(bytes);
  }

  hangUp(): void {
    const { conn, parser } = this.#client;
    if (parser.state === 'BODY_RAW') parser.finish();
    this.clear();
    parser.reinitialize('RESPONSE');
    if (!conn) return;
    for (const event of ['data', 'end', 'error', 'connect', 'secureConnect']) conn.removeAllListeners(event);
    conn.on('error', () => {});
    conn.destroy();
  }

  close(): void {
    this.#client.destroy();
  }

  /** Left as soon as the parser, which is at work on the connection, has returned. */
  #unreadable(): void {
    const { conn } = this.#client;
    setImmediate(() => {
      if (this.#client.conn === conn) this.#owner.ended('unreadable answer');
    });
  }

  addByteCount(count: number): void {
    if (this.#size === 0) this.#owner.begun();
    this.#size += count;
  }

  clear(): void {
    this.#head = undefined;
    this.#body.clear();
    this.#size = 0;
  }

  #complete(): void {
    const head = this.#head;
    if (!head) return;
    const { statusCode: status, headers } = head;
    if (status >= 100 && status < 200 && status !== 101) return;
    const size = this.#size;
    const body = this.#body.take();
    this.clear();
    this.#owner.complete({ status, headers, body, size }, !head.shouldKeepAlive && !(this.#bodiless && open(headers)));
    this.#owner.ready();
  }
}

/** Whether a head leaves the connection open. The parser closes it after any answer without a length. */
const open = (headers: readonly string[]): boolean =>
  !headers.some((name, at) => at % 2 === 0 && /^connection$/i.test(name) && /close/i.test(headers[at + 1] ?? ''));
