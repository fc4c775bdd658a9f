/** The requests and responses of the scripted servers. */

/** One request as a scripted server receives it. */
export interface Call {
  readonly method: string;
  /** The scheme, host and port to which the client sends the request. */
  readonly origin: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly body: string;
  /** The milliseconds since the client started. */
  readonly atMs: number;
}

/** The response of a scripted server. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The media type. Default application/json. */
  readonly type?: string;
  readonly delayMs?: number;
}

/** Makes the response of a scripted server to a request. */
export type Handler = (call: Call) => Reply;

export const JSON_API = 'application/vnd.api+json';

/**
 * The value of a query parameter that is a whole number; `otherwise` if it is missing or not a
 * number.
 */
export const numberIn = (call: Call, name: string, otherwise: number): number => {
  const text = call.query.get(name) ?? '';
  return /^\d+$/.test(text) ? Number(text) : otherwise;
};
