/** The responses of the reference server before they are sent. */

/** One response before it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Makes a response. */
export const answer = (
  status: number,
  headers: Answer['headers'] = {},
  body: Answer['body'] = '',
): Answer => ({
  status,
  headers,
  body,
});

/** Makes a JSON response. */
export const json = (status: number, body: unknown, headers: Answer['headers'] = {}): Answer =>
  answer(status, { 'Content-Type': JSON_TYPE, ...headers }, JSON.stringify(body));

/**
 * Thrown by a handler to end the request with this response. It is not an `Error`, because it is
 * not an internal error.
 */
export class Refused {
  constructor(readonly answer: Answer) {}
}
