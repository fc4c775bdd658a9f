/** A request of a load run, in the form in which it is sent. */

export interface MessageParts {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const FORBIDDEN = /[\r\n\0]/;

/**
 * Stores the bytes of a request, because a load run sends it repeatedly. The constructor throws an
 * error if a header contains a line break or a NUL character.
 */
export class Message {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  /** Names and values alternate. `Host`, `Connection` and `Content-Length` are added later. */
  readonly headers: readonly string[];
  readonly body: Buffer | undefined;
  #bytes: Buffer | undefined;

  constructor({ method, url, headers, body }: MessageParts) {
    this.method = method;
    this.path = `${url.pathname}${url.search}`;
    this.host = url.host;
    const fields: string[] = [];
    for (const [name, value] of Object.entries(headers)) {
      if (FORBIDDEN.test(name) || FORBIDDEN.test(value))
        throw new Error(
          `The header ${JSON.stringify(name)} contains a line break or a NUL character`,
        );
      fields.push(name, value);
    }
    this.headers = fields;
    this.body = body === undefined ? undefined : Buffer.from(body);
  }

  /** The request as HTTP/1.1 text. It is built on first use. */
  get bytes(): Buffer {
    this.#bytes ??= this.#build();
    return this.#bytes;
  }

  #build(): Buffer {
    let head = `${this.method} ${this.path} HTTP/1.1\r\nHost: ${this.host}\r\nConnection: keep-alive\r\n`;
    for (let at = 0; at < this.headers.length; at += 2)
      head += `${this.headers[at]}: ${this.headers[at + 1]}\r\n`;
    if (this.body) head += `Content-Length: ${this.body.length}\r\n`;
    const bytes = Buffer.from(`${head}\r\n`, 'latin1');
    return this.body ? Buffer.concat([bytes, this.body]) : bytes;
  }
}

export const message = (parts: MessageParts): Message => new Message(parts);
