/** The requests and responses of the scripted servers. */

export interface Call {
  readonly method: string;
  /** The scheme, host and port to which the client sends the request. */
  readonly origin: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly body: string;
  /** When the request arrived, in milliseconds since the servers of the scenario started. */
  readonly atMs: number;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The media type. Default application/json. */
  readonly type?: string;
  readonly delayMs?: number;
}

export type Handler = (call: Call) => Reply;

export const JSON_API = 'application/vnd.api+json';

/** The number in a query parameter; `otherwise` if it is missing or not a whole number. */
export const numberIn = (call: Call, name: string, otherwise: number): number => {
  const text = call.query.get(name) ?? '';
  return /^\d+$/.test(text) ? Number(text) : otherwise;
};
