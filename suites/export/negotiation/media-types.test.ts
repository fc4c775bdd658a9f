import { describe, expect, it } from 'vitest';
import type { Header } from '../../../src/http/request.js';
import { JSON_API, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { listOf, RECORDS, responseTo } from '../../../tests/export/exchange-of.js';
import { mediaTypes } from './media-types.js';

const ENVELOPE = { data: RECORDS, meta: { total: 5, limit: 100, offset: 0 } };

describe('EXP-NEG-6: the media type is the negotiated one', () => {
  const { rule } = mediaTypes['EXP-NEG-6'];

  it('holds for the negotiated media type with any parameter', () => {
    const headers: readonly Header[] = [['Content-Type', `${JSON_API}; charset=utf-8`]];
    expect(rule(responseTo({}, { headers, body: ENVELOPE }))).toBe('holds');
    expect(rule(listOf({ accept: null }, RECORDS))).toBe('holds');
  });

  it('is violated by another media type', () => {
    const headers: readonly Header[] = [['Content-Type', PLAIN]];
    expect(rule(responseTo({}, { headers, body: ENVELOPE }))).toMatchObject({
      expected: `Content-Type ${JSON_API} for Accept ${JSON_API}`,
      actual: PLAIN,
    });
  });

  it('names a missing Accept, and a missing Content-Type', () => {
    expect(rule(responseTo({ accept: null }, { headers: [], body: RECORDS }))).toMatchObject({
      expected: `Content-Type ${PLAIN} for Accept (none)`,
      actual: 'none',
    });
  });

  it('returns nothing for another value of Accept, or a response that is not a list', () => {
    expect(rule(listOf({ accept: '*/*' }, RECORDS))).toBeUndefined();
    expect(rule(responseTo({}, { status: 404 }))).toBeUndefined();
    expect(rule(responseTo({}, { body: { data: 'none' } }))).toBeUndefined();
  });
});

describe('EXP-NEG-7: media types are read without regard to case', () => {
  const { rule } = mediaTypes['EXP-NEG-7'];
  const capitals = { accept: 'APPLICATION/JSON' };
  const inJsonApi = { accept: 'Application/VND.API+JSON' };

  it('holds for the format of the media type', () => {
    expect(rule(responseTo(capitals, { body: RECORDS }))).toBe('holds');
    expect(rule(responseTo(inJsonApi, { body: ENVELOPE }))).toBe('holds');
  });

  it('is violated by the other format, or by a refusal', () => {
    expect(rule(responseTo(capitals, { body: ENVELOPE }))).toMatchObject({
      expected: 'a bare array',
      sentence:
        '200 application/json {"data":[{"id":1,"name":"Anvil","color":"red","price":10},{"id":2,"name":"anvil","color":"red","price":20},{"id":3,"name":"Bolt","color":"blue","price":30},{… came; it must be an array without an envelope',
    });
    expect(rule(responseTo(inJsonApi, { body: RECORDS }))).toMatchObject({
      expected: 'an envelope of data and meta',
    });
    for (const status of [400, 406]) {
      expect(rule(responseTo(capitals, { status }))).toMatchObject({ expected: 'status 200' });
    }
  });

  it('returns nothing for a media type in lower case, or another one', () => {
    expect(rule(listOf({ accept: PLAIN }, RECORDS))).toBeUndefined();
    expect(rule(responseTo({ accept: 'TEXT/HTML' }, { status: 406 }))).toBeUndefined();
  });

  it('returns nothing for a destination without products, or a body that is not a list', () => {
    expect(rule(responseTo(capitals, { status: 404 }))).toBeUndefined();
    expect(rule(responseTo(capitals, { body: 'none' }))).toBeUndefined();
  });
});

describe('EXP-NEG-9: a cacheable response varies by Accept', () => {
  const { rule } = mediaTypes['EXP-NEG-9'];
  const cached = (...fields: readonly Header[]) =>
    responseTo(
      {},
      { headers: [['Content-Type', JSON_API], ['ETag', '"1"'], ...fields], body: ENVELOPE },
    );

  it('holds for Vary with Accept, or with *', () => {
    expect(rule(cached(['Vary', 'Accept-Encoding, Accept']))).toBe('holds');
    expect(rule(cached(['Vary', '*']))).toBe('holds');
  });

  it('is violated by a cacheable response without it', () => {
    expect(rule(cached())).toMatchObject({
      expected: 'Vary: Accept, because the response depends on Accept',
      actual: 'no Vary',
    });
    expect(rule(cached(['Vary', 'Accept-Encoding']))).toMatchObject({
      actual: 'Vary: accept-encoding',
    });
  });

  it.each(['Cache-Control', 'Expires', 'ETag', 'Last-Modified'])(
    'is violated by a response with %s',
    (name) => {
      const headers: readonly Header[] = [
        ['Content-Type', JSON_API],
        [name, 'x'],
      ];
      expect(rule(responseTo({}, { headers, body: ENVELOPE }))).toHaveProperty('expected');
    },
  );

  it('returns nothing for a response that may not be cached', () => {
    expect(rule(listOf({}, RECORDS))).toBeUndefined();
    expect(rule(cached(['Cache-Control', 'no-store']))).toBeUndefined();
  });

  it('returns nothing for an error, another body, or another value of Accept', () => {
    const headers: readonly Header[] = [
      ['Content-Type', JSON_API],
      ['ETag', '"1"'],
    ];
    expect(rule(responseTo({}, { status: 404, headers, body: ENVELOPE }))).toBeUndefined();
    expect(rule(responseTo({}, { headers, body: 'none' }))).toBeUndefined();
    expect(rule(responseTo({ accept: '*/*' }, { headers, body: RECORDS }))).toBeUndefined();
  });
});

describe('EXP-NEG-11: the only accepted format is used', () => {
  const { rule } = mediaTypes['EXP-NEG-11'];
  const withoutJsonApi = { accept: `${JSON_API};q=0, ${PLAIN}` };
  const array = (question: ProductsQuestion) => rule(responseTo(question, { body: RECORDS }));
  const envelope = (question: ProductsQuestion) => rule(responseTo(question, { body: ENVELOPE }));

  it('holds for the only accepted format', () => {
    expect(array(withoutJsonApi)).toBe('holds');
    expect(envelope({ accept: `${PLAIN};q=0, ${JSON_API}` })).toBe('holds');
    expect(envelope({ accept: `${PLAIN};q=0, */*` })).toBe('holds');
    expect(array({ accept: `${JSON_API};q=0, application/*;q=0.5` })).toBe('holds');
    expect(array({ accept: `${PLAIN}, */*;q=0` })).toBe('holds');
  });

  it('is violated by a type with q=0, by one that begins alike, and if only the first line is read', () => {
    const expected = 'a bare array';
    expect(envelope(withoutJsonApi)).toMatchObject({ expected });
    expect(envelope({ accept: `${JSON_API}-seq, ${PLAIN};q=0.5` })).toMatchObject({ expected });
    const wantsEnvelope = {
      expected: 'an envelope of data and meta',
      actual: expected,
      sentence: 'a bare array came; it must be an object with `data` and `meta`',
    };
    expect(array({ accept: `${PLAIN};q=0, */*` })).toEqual(wantsEnvelope);
    expect(array({ accept: `${PLAIN};Q=0, ${JSON_API}` })).toEqual(wantsEnvelope);
    const twoLines: ProductsQuestion = { accept: 'text/html', headers: [['Accept', JSON_API]] };
    expect(array(twoLines)).toMatchObject({ expected: 'an envelope of data and meta' });
  });

  it('returns nothing for one type, both, wildcards, and a refusal', () => {
    expect(envelope({})).toBeUndefined();
    expect(envelope({ accept: `${JSON_API}, ${PLAIN}` })).toBeUndefined();
    expect(envelope({ accept: '*/*' })).toBeUndefined();
    expect(envelope({ accept: 'text/html, */*;q=0' })).toBeUndefined();
    expect(envelope({ accept: 'text/html;q=0, application/*' })).toBeUndefined();
    expect(rule(responseTo(withoutJsonApi, { status: 406 }))).toBeUndefined();
  });
});
