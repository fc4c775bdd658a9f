import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../tests/http/answer-of.js';
import { Answer } from './answer.js';
import { BodyStore } from './body.js';

const record = (id: number): object => ({
  id,
  name: `Chair ${id}`,
  note: 'A chair that is described at length. '.repeat(9),
});
const keep = (text: string | Buffer, store = new BodyStore()) => store.keep(Buffer.from(text));

describe('a body', () => {
  it.each([
    ['a list', JSON.stringify([1, 2, 3].map(record))],
    ['a list in an envelope', JSON.stringify({ data: [1, 2, 3].map(record), meta: { total: 3 } })],
  ])('that is %s is kept record by record', (_, text) => {
    const body = keep(text);
    expect(body.records.map((piece) => piece.text)).toEqual(
      [1, 2, 3].map((id) => JSON.stringify(record(id))),
    );
    expect(body.bytes.toString()).toBe(text);
    expect(body.json).toEqual(JSON.parse(text));
  });

  it('shares its records with another body of the same store', () => {
    const store = new BodyStore();
    const first = keep(JSON.stringify([1, 2].map(record)), store);
    const second = keep(JSON.stringify({ data: [2, 3].map(record) }), store);
    expect(second.records[0]).toBe(first.records[1]);
    expect(second.records[0]?.record.value).toBe(first.records[1]?.record.value);
  });

  it('with a byte order mark shares its records, too, and its text has no mark', () => {
    const store = new BodyStore();
    const text = JSON.stringify([1, 2].map(record));
    const first = keep(text, store);
    const marked = keep(`\ufeff${text}`, store);
    expect(marked.records).toEqual(first.records);
    expect(marked.records[0]).toBe(first.records[0]);
    expect(marked.json).toEqual(JSON.parse(text));
    expect(marked.text).toBe(text);
    expect(marked.bytes.toString()).toBe(`\ufeff${text}`);
  });

  it('with more records than any page is stored undivided', () => {
    const text = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id })));
    const body = keep(text);
    expect(body.records).toEqual([]);
    expect(body.bytes.toString()).toBe(text);
  });

  it('stays unchanged if thousands of records have the same beginning', () => {
    const alike = Array.from({ length: 5000 }, (_, id) => ({
      a: 'x'.repeat(40),
      id: 10_000 + id,
      b: 'y'.repeat(300),
    }));
    const body = keep(JSON.stringify(alike));
    expect(body.records).toHaveLength(5000);
    expect(body.json).toEqual(alike);
  });

  it.each([
    ['is not JSON', `${JSON.stringify([1, 2].map(record))} and more`],
    [
      'has a record that is not JSON',
      JSON.stringify([1, 2].map(record)).replace('"id":2', '"id":'),
    ],
    [
      'has lists of objects within its records',
      JSON.stringify([1, 2].map((id) => ({ ...record(id), parts: [1, 2].map(record) }))),
    ],
    [
      'has its list within a text',
      JSON.stringify({ text: JSON.stringify([1, 2].map(record)).replaceAll('"', "'") }),
    ],
    [
      'has a number out of range',
      JSON.stringify([1, 2].map(record)).replace('"id":2', '"id":1e999'),
    ],
    [
      'is nested too deep',
      `[${JSON.stringify(record(1))},{"id":${'['.repeat(300)}${']'.repeat(300)}}]`,
    ],
  ])('that %s is not taken for a list of records', (_, text) => {
    const body = keep(text);
    expect(body.json).toBeUndefined();
    expect(body.bytes.toString()).toBe(text);
  });

  it('stays unchanged byte for byte, with the parsed value of the whole', () => {
    const member = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom('},{"', '[{"', '}]', '\u00fc', 'assay:records'),
    );
    const item = fc.dictionary(fc.string({ minLength: 1 }), member, { minKeys: 1 });
    const document = fc.oneof(
      fc.array(item, { minLength: 1 }),
      fc.record({ data: fc.array(item, { minLength: 1 }), meta: item }),
      item,
    );
    const store = new BodyStore();
    fc.assert(
      fc.property(document, fc.constantFrom('', ' '.repeat(600)), (value, padding) => {
        const text = JSON.stringify(value) + padding;
        const answer = new Answer(
          { interface: 'export', url: 'http://host/' },
          { status: 200, headers: TYPE, body: store.keep(Buffer.from(text)) },
          { exchange: 1 },
        );
        expect(answer.body.toString()).toBe(text);
        expect(answer.text).toBe(text);
        if (answer.jsonFault === undefined) expect(answer.json).toEqual(JSON.parse(text));
        else expect(answerOf(text).jsonFault).toBe(answer.jsonFault);
      }),
      { seed: 46, numRuns: 500 },
    );
  });
});

const TYPE = [['Content-Type', 'application/json']] as const;
