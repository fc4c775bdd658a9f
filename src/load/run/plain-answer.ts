/** Decodes the body of a load response. */

import { codingsOf, decodedFrom, type Header, textOf } from '../../http/index.js';
import { type Answer, header } from '../engine/ticket.js';

/**
 * Removes the content coding (such as gzip) of a body. Returns undefined if the body cannot be
 * decoded.
 */
export function withoutCoding(answer: Answer): Answer | undefined {
  const coding = header(answer, 'content-encoding');
  if (coding === undefined || answer.body.length === 0) return answer;
  const fields: readonly Header[] = [['content-encoding', coding]];
  const body = decodedFrom(answer.body, codingsOf(fields));
  return body && { ...answer, body };
}

/** The first bytes of byte order marks of UTF-8 and both forms of UTF-16. */
const FIRST_BYTES_OF_MARKS: readonly (number | undefined)[] = [0xef, 0xfe, 0xff];

/** Converts the body to UTF-8 without a byte order mark, which scenarios expect. */
export function inUtf8(answer: Answer): Answer {
  const type = header(answer, 'content-type') ?? '';
  const isPlain = !/charset/i.test(type) || /charset\s*=\s*"?utf-?8/i.test(type);
  if (isPlain && !FIRST_BYTES_OF_MARKS.includes(answer.body[0])) return answer;
  return { ...answer, body: Buffer.from(textOf(answer.body, type)) };
}
