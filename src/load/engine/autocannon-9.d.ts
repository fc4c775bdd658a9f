// The parts of autocannon 9.0.0 that this folder uses. The published types describe version 7 and
// none of the internals.
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';

  /** What the response parser reports about the head of a response. */
  interface Head {
    readonly statusCode: number;
    /** Names and values in turn. */
    readonly headers: readonly string[];
    readonly shouldKeepAlive: boolean;
  }

  interface Parser {
    readonly state: string;
    /** The received part of an incomplete line. */
    readonly line: string;
    execute(chunk: Buffer): number | Error;
    finish(): unknown;
    reinitialize(type: 'RESPONSE'): void;
    /** kOnHeadersComplete. Returns true if no body follows. */
    2: (head: Head) => boolean;
    /** kOnBody. */
    3: (chunk: Buffer, start: number, length: number) => void;
    /** kOnMessageComplete. */
    4: () => void;
  }

  interface Client extends EventEmitter {
    conn: Socket | undefined;
    readonly parser: Parser;
    _connect: () => void;
    _doRequest: () => void;
    destroy(): void;
  }

  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly pipelining?: 1;
    /** The duration is in seconds. */
    readonly duration: number;
    /** The timeout is in seconds. */
    readonly timeout: number;
    /** The interval of samples is in milliseconds. */
    readonly sampleInt: number;
    readonly setupClient?: (client: Client) => void;
    readonly requests?: readonly {
      readonly method?: string;
      readonly path?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }[];
  }

  interface Result {
    readonly requests: { readonly total: number };
    /** The duration is in seconds. */
    readonly duration: number;
  }

  interface Instance extends EventEmitter, PromiseLike<Result> {
    stop(): void;
  }

  namespace autocannon {
    export type { Client, Head, Instance, Options, Parser, Result };
  }
  function autocannon(options: Options): Instance;
  export = autocannon;
}
