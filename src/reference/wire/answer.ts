/** A response of the reference server before it is sent. */

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

export const answer = (
  status: number,
  headers: Answer['headers'] = {},
  body: Answer['body'] = '',
): Answer => ({
  status,
  headers,
  body,
});

export const json = (status: number, body: unknown, headers: Answer['headers'] = {}): Answer =>
  answer(status, { 'Content-Type': JSON_TYPE, ...headers }, JSON.stringify(body));

/**
 * Thrown by a handler to end the request with this response. It is no `Error`, because nothing
 * failed.
 */
export class Refused {
  constructor(readonly answer: Answer) {}
}
