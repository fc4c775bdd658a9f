import { Answer } from '../../src/http/answer.js';
import type { Header } from '../../src/http/request.js';

export const url = 'http://h.test/a';

/** An answer to a request for `url`. */
export const answerOf = (
  body: string | Buffer,
  type?: string,
  more: readonly Header[] = [],
  status = 200,
): Answer =>
  new Answer(
    { interface: 'export', url },
    {
      status,
      headers: [...(type === undefined ? [] : [['Content-Type', type] as const]), ...more],
      body: Buffer.from(body as string),
    },
    { exchange: 1 },
  );
