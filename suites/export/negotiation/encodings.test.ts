import { describe, expect, it } from 'vitest';
import { Answer } from '../../../src/http/answer.js';
import { listOf, RECORDS, responseTo } from '../../../tests/export/exchange-of.js';
import { encodings } from './encodings.js';

const NOT_UTF_8 = expect.stringMatching(
  /^the JSON has other bytes, with Content-Type .+; it must be in UTF-8$/,
);

describe('EXP-NEG-10', () => {
  const { rule } = encodings['EXP-NEG-10'];
  const bytes = (body: Buffer) => {
    const exchange = responseTo({});
    const { request, headers } = exchange.answer;
    return {
      ...exchange,
      answer: new Answer(request, { status: 200, headers, body }, { exchange: 1 }),
    };
  };

  it('holds for JSON in UTF-8', () => {
    expect(rule(listOf({}, RECORDS))).toBe('holds');
    expect(rule(bytes(Buffer.from('[{"name":"é"}]')))).toBe('holds');
  });

  it.each([
    [
      'a byte order mark',
      Buffer.from('\ufeff[]'),
      'JSON without a byte order mark',
      'the body begins with a byte order mark (EF BB BF); it must begin with the JSON',
    ],
    ['another encoding', Buffer.from('[{"name":"é"}]', 'latin1'), 'JSON in UTF-8', NOT_UTF_8],
    ['two bytes a character', Buffer.from('[1]', 'utf16le'), 'JSON in UTF-8', NOT_UTF_8],
  ])('is violated by %s', (_, body, expected, sentence) => {
    expect(rule(bytes(body))).toMatchObject({ expected, sentence });
  });

  it('returns nothing for an empty body, or another media type', () => {
    expect(rule(responseTo({}))).toBeUndefined();
    const headers = [['Content-Type', 'text/html']] as const;
    expect(rule(responseTo({}, { headers, body: 'x' }))).toBeUndefined();
  });
});
