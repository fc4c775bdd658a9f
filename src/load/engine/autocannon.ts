/**
 * An engine (HTTP client) of the load tester that uses autocannon, without its scheduling,
 * statistics and connecting.
 */

import { Socket } from 'node:net';
import autocannon, { type Client, type Head } from 'autocannon';
import { Body } from './body.js';
import { type Dial, type DialOwner, dialFor, reasonOf } from './dial.js';
import { HeadCache } from './heads.js';
import type { Message } from './message.js';
import type { Engine, Opening, Wire, WireOwner } from './wire.js';

/** The internals that this file uses may differ in other versions. */
export const AUTOCANNON_VERSION = '9.0.0';

const METHODS = ['_connect', '_doRequest', '_destroyConnection', 'destroy'] as const;
const PARSER = ['execute', 'finish', 'reinitialize'] as const;
/**
 * The parser stores its callbacks under these keys: for a head, a piece of a body, and the end of a
 * message.
 */
const CALLS = { kOnHeadersComplete: 2, kOnBody: 3, kOnMessageComplete: 4 } as const;

const missingIn = (holder: unknown, names: readonly string[]): string[] =>
  names.filter((name) => typeof Reflect.get(Object(holder), name) !== 'function');

/**
 * Names the internals of a client that are missing or differ from version 9.0.0. Every client is
 * tested before its first connection, so that a changed autocannon ends the run instead of
 * falsifying its results.
 */
export function brokenContract(client: Client): string[] {
  return [
    ...missingIn(client, METHODS).map((name) => `client.${name}()`),
    ...missingIn(client.parser, PARSER).map((name) => `client.parser.${name}()`),
    ...Object.entries(CALLS)
      .filter(([name, key]) => Reflect.get(Object(client.parser?.constructor), name) !== key)
      .map(([name]) => `HTTPParser.${name}`),
    ...(client.parser?.state === 'RESPONSE_LINE' ? [] : ['client.parser.state']),
    ...(client.parser?.line === '' ? [] : ['client.parser.line']),
    ...(client.conn === undefined ? [] : ['client.conn is set before the first connection']),
  ];
}

/** The maximum length of a line of a response head, in characters. */
const MAX_LINE = 64 * 1024;

/**
 * autocannon ends runs and idle connections by its own timers. Node.js supports timers of up to 24
 * days, so 20 days is valid and still longer than any run.
 */
const NEVER_SECONDS = 1_728_000;

export const autocannonEngine: Engine = (options, own) => {
  const dial = dialFor(options);
  const heads = new HeadCache();
  const instance = autocannon({
    url: options.origin,
    connections: options.connections,
    pipelining: 1,
    duration: NEVER_SECONDS,
    timeout: NEVER_SECONDS,
    // Milliseconds. autocannon ends a stopped run at the end of such an interval.
    sampleInt: 100,
    setupClient: (client) => {
      const broken = brokenContract(client);
      if (broken.length > 0)
        throw new Error(
          `The internals of autocannon differ from ${AUTOCANNON_VERSION}: ${broken.join(', ')}`,
        );
      new AutocannonWire(client, dial, heads, own);
    },
  });
  const ended = Promise.resolve(instance).then(doNothing);
  return {
    close: () => {
      instance.stop();
      return ended;
    },
  };
};

const doNothing = (): void => {};

/**
 * Replaces methods of a client before its first connection, and later its parser callbacks.
 * Without the replacements, autocannon would decode bodies in pieces, keep requests when a
 * connection is lost, call five listeners for every response, and accept any certificate.
 */
class AutocannonWire implements Wire, DialOwner {
  readonly #client: Client;
  readonly #dial: Dial;
  readonly #heads: HeadCache;
  readonly #owner: WireOwner;
  readonly #body = new Body();
  #cancelDial = doNothing;
  #head: Head | undefined;
  #size = 0;
  /** The first received data of a response. It may already be the whole response. */
  #beginning: Buffer | undefined;
  /** True after a HEAD request. Its response has no body, even with a `Content-Length`. */
  #bodiless = false;

  constructor(client: Client, dial: Dial, heads: HeadCache, own: (wire: Wire) => WireOwner) {
    this.#client = client;
    this.#dial = dial;
    this.#heads = heads;
    // Autocannon's client would call these methods by itself.
    client._connect = doNothing;
    client._doRequest = doNothing;
    // The client destroys its connection at the end, even if no connection was ever opened.
    client.conn = new Socket();
    this.#owner = own(this);
  }

  dial(): void {
    this.#cancelDial = this.#dial(this);
  }

  failed(reason: string): void {
    this.#owner.ended(reason);
  }

  connected(socket: Socket, opening: Opening): void {
    this.#client.conn = socket;
    const ended = (reason: string): void => {
      if (this.#client.conn === socket) this.#owner.ended(reason);
    };
    socket.on('error', (error) => ended(reasonOf(error)));
    for (const event of ['end', 'close']) socket.on(event, () => ended('connection closed'));
    this.#listen();
    socket.on('data', (chunk) => {
      if (this.#client.conn === socket) this.#read(chunk);
    });
    this.#owner.opened(opening);
  }

  /**
   * Reads received data. If a response arrives in one piece and its head is in the cache, the
   * parser is not used.
   */
  #read(chunk: Buffer): void {
    const { parser } = this.#client;
    if (this.#size === 0) this.#owner.begun();
    this.#size += chunk.length;
    const isFirst =
      parser.state === 'RESPONSE_LINE' && parser.line === '' && this.#size === chunk.length;
    const known = isFirst && !this.#bodiless ? this.#heads.find(chunk) : undefined;
    this.#beginning = isFirst && !known ? chunk : undefined;
    if (known) {
      this.#head = known.head;
      this.#body.add(chunk.subarray(known.bodyAt), this.#owner.keeps());
      this.#complete();
    } else if (parser.execute(chunk) instanceof Error || parser.line.length > MAX_LINE)
      this.#unreadable();
  }

  /** Sets the parser callbacks. They must be set again for every connection. */
  #listen(): void {
    const { parser } = this.#client;
    parser[CALLS.kOnHeadersComplete] = (head) => {
      this.#head = head;
      return this.#bodiless;
    };
    parser[CALLS.kOnBody] = (chunk, start, length) => {
      this.#body.add(
        length === chunk.length ? chunk : chunk.subarray(start, start + length),
        this.#owner.keeps(),
      );
    };
    parser[CALLS.kOnMessageComplete] = () => this.#complete();
  }

  send({ bytes, method }: Message): void {
    this.#bodiless = method === 'HEAD';
    this.#client.conn?.write(bytes);
  }

  hangUp(): void {
    const { conn, parser } = this.#client;
    // A body without a stated length ends with its connection. `finish` reports it as complete.
    if (parser.state === 'BODY_RAW') parser.finish();
    this.#clear();
    parser.reinitialize('RESPONSE');
    this.#cancelDial();
    this.#client.conn = new Socket();
    conn?.destroy();
  }

  close(): void {
    this.#cancelDial();
    this.#client.destroy();
  }

  /** The connection is closed after the parser has returned, which still uses it. */
  #unreadable(): void {
    const { conn } = this.#client;
    setImmediate(() => conn === this.#client.conn && this.#owner.ended('unreadable answer'));
  }

  #clear(): void {
    this.#head = undefined;
    this.#body.clear();
    this.#size = 0;
  }

  #complete(): void {
    const head = this.#head;
    if (!head) return;
    const { statusCode: status, headers } = head;
    if (this.#beginning && !this.#bodiless) this.#heads.keep(this.#beginning, head);
    this.#beginning = undefined;
    if (status >= 100 && status < 200 && status !== 101) return;
    const size = this.#size;
    const { cut } = this.#body;
    const body = this.#body.take();
    this.#clear();
    const keepsAlive = head.shouldKeepAlive || (this.#bodiless && staysOpen(headers));
    this.#owner.complete({ status, headers, body, cut, size }, !keepsAlive);
    this.#owner.ready();
  }
}

/**
 * Whether the server keeps the connection open after a response without a body. For a response
 * without a length, the parser's `shouldKeepAlive` is always false.
 */
const staysOpen = (headers: readonly string[]): boolean =>
  !headers.some(
    (name, at) =>
      at % 2 === 0 && /^connection$/i.test(name) && /close/i.test(headers[at + 1] ?? ''),
  );
