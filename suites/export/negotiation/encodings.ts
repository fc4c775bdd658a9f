import { isUtf8 } from 'node:buffer';
import { isServerError } from '../../../src/harness/rule.js';
import { holdsIf, type Ruling, should } from '../../../src/harness/topic.js';
import type { Answer } from '../../../src/http/answer.js';
import { memoizedByObject } from '../../../src/memoized.js';
import { compareCompressed } from '../survey/compressed.js';
import type { ExportTopics } from '../topic.js';

/** The clause about the bytes of bodies: UTF-8, length and compression. */
export const encodings = {
  'EXP-NEG-10': {
    clause: should(
      'a body is complete and agrees with its headers: JSON is in UTF-8 without a byte order mark, the length is `Content-Length`, and `Accept-Encoding: gzip` does not change the content',
    )
      .in('RFC 8259, section 8.1; RFC 9110, sections 8.4 and 8.6')
      .judged(
        'Tests the bytes of every JSON response, and compares pages that are requested with and without gzip.',
      ),
    // A server error says nothing about the encoding of its body.
    rule: ({ answer }) => (isServerError(answer) ? undefined : inUtf8(answer)),
    checks: {
      'export.negotiation.gzip': {
        title: 'the same pages with and without Accept-Encoding: gzip',
        requests: { own: { least: 2, most: 4 } },
        walks: compareCompressed,
      },
    },
  },
} satisfies ExportTopics;

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** JSON must be in UTF-8 without a byte order mark (RFC 8259 section 8.1). */
function inUtf8(answer: Answer): Ruling {
  if (!/[/+]json$/.test(answer.mediaType) || answer.size === 0) return undefined;
  const { head, records, tail } = answer.content;
  if (head.bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK))
    return {
      expected: 'JSON without a byte order mark',
      actual: 'EF BB BF',
      sentence: 'the body begins with a byte order mark (EF BB BF); it must begin with the JSON',
    };
  // UTF-16 and UTF-32 have zero bytes at the beginning of JSON.
  const hasZeroBytes = head.bytes.subarray(0, 4).includes(0);
  const type = answer.header('content-type');
  const isText = !hasZeroBytes && [head, ...records, tail].every(isInUtf8);
  const other = `other bytes, with Content-Type ${type}`;
  return holdsIf(isText, 'JSON in UTF-8', other, `the JSON has ${other}; it must be in UTF-8`);
}

/** Results are kept, because many responses contain the same records. */
const isInUtf8 = memoizedByObject(({ bytes }: Answer['content']['head']): boolean => isUtf8(bytes));
