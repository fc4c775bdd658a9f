/** One request as a scripted server sees it. */
export interface Call {
  readonly method: string;
  /** Scheme, host and port by which the client calls. */
  readonly origin: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly body: string;
  /** Milliseconds since the client was started. */
  readonly atMs: number;
}

/** What a scripted server answers. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Default application/json. */
  readonly type?: string;
  readonly delayMs?: number;
}

export type Handler = (call: Call) => Reply;

export const JSON_API = 'application/vnd.api+json';

/** A query parameter that is a whole number; `otherwise` where it is none or is not there. */
export const numberIn = (call: Call, name: string, otherwise: number): number => {
  const text = call.query.get(name) ?? '';
  return /^\d+$/.test(text) ? Number(text) : otherwise;
};
