import { TextDecoder } from 'node:util';
import type { Header, Request } from './request.js';

/** An answer as it arrived, decoded from its transfer and content coding. */
export class Answer {
  constructor(
    readonly request: Request,
    readonly status: number,
    readonly headers: readonly Header[],
    readonly body: Buffer,
    /** The number of its exchange in the ledger. */
    readonly exchange: number,
  ) {}

  /** The values of a field joined with commas (RFC 9110 section 5.3), or undefined. */
  header(name: string): string | undefined {
    const values = this.headers.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
    return values.length === 0 ? undefined : values.join(', ');
  }

  /** The media type without parameters, in lower case; empty where there is none. */
  get mediaType(): string {
    return (this.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  }

  get text(): string {
    const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(this.header('content-type') ?? '')?.[1] ?? 'utf-8';
    return decoder(charset).decode(this.body);
  }

  /** The body as JSON, or undefined where it is none. */
  get json(): unknown {
    if (!this.#parsed) {
      this.#parsed = true;
      try {
        this.#json = JSON.parse(this.text);
      } catch {
        this.#json = undefined;
      }
    }
    return this.#json;
  }
  #json: unknown;
  #parsed = false;

  /** True for 2xx. */
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }
}

function decoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder('utf-8');
  }
}
