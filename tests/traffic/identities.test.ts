import { describe, expect, it } from 'vitest';
import { LiveJudge } from '../../src/cli/traffic/live-judge.js';
import { entryOf, type HarEntry } from '../../src/formats/har.js';
import { targetFrom } from '../../src/settings/index.js';
import { failuresIn, judgedAsOthers } from './judged.js';

const TARGET = { export: { baseUrl: 'https://export.test' } };
const RECORDS = [
  { id: 1, color: 'red' },
  { id: 2, color: 'grün' },
];

interface Response {
  readonly bytes: Buffer;
  readonly type?: string;
}

/** A recorded page of products with this response, and a right page before it. */
function recorded(response: Response): readonly HarEntry[] {
  return [page({ bytes: list(RECORDS) }, 0), page(response, 1)];
}

function page({ bytes, type = 'application/vnd.api+json' }: Response, at: number): HarEntry {
  const entry = entryOf({
    startedDateTime: new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString(),
    time: 5,
    request: {
      method: 'GET',
      url: 'https://export.test/sites/1/channels/2/destinations/3/products?limit=2&offset=4',
      headers: [
        { name: 'Accept', value: 'application/vnd.api+json' },
        { name: 'X-EA-Auth-Token', value: 'a-token-of-3' },
      ],
    },
    response: {
      status: 200,
      headers: [
        { name: 'Content-Type', value: type },
        { name: 'Content-Length', value: String(bytes.length) },
      ],
      content: {
        size: bytes.length,
        mimeType: type,
        encoding: 'base64',
        text: bytes.toString('base64'),
      },
    },
  });
  if (entry === undefined) throw new Error('not an entry');
  return entry;
}

const list = (data: unknown, meta: object = {}): Buffer =>
  Buffer.from(JSON.stringify({ data, meta: { total: 9, limit: 2, offset: 4, ...meta } }));

/** Faults that one response shows, and the clause that each violates. */
const FAULTS = [
  ['fewer records than meta allows', { bytes: list(RECORDS.slice(1)) }, 'EXP-LIST-6'],
  ['more records than the limit', { bytes: list([...RECORDS, { id: 3 }]) }, 'EXP-LIST-6'],
  ['an offset of another request', { bytes: list(RECORDS, { offset: 2 }) }, 'EXP-LIST-'],
  ['a page of HTML', { bytes: Buffer.from('<p>hello</p>'), type: 'text/html' }, 'EXP-'],
] as const;

describe('what one response shows', () => {
  it.each(FAULTS)('is found by judge: %s', async (_, response, clause) => {
    const report = await judgedAsOthers(recorded(response), TARGET);
    expect(failuresIn(report)).toEqual(expect.arrayContaining([expect.stringContaining(clause)]));
  });

  it.each(FAULTS)('is found by proxy: %s', async (_, response, clause) => {
    const lines: string[] = [];
    const live = new LiveJudge(targetFrom(TARGET), (line) => lines.push(line));
    for (const entry of recorded(response)) live.see(entry);
    await live.judge();
    expect(lines).toEqual(expect.arrayContaining([expect.stringContaining(clause)]));
  });

  it('is nothing for a right response', async () => {
    const right = { bytes: list(RECORDS) };
    expect(failuresIn(await judgedAsOthers(recorded(right), TARGET))).toEqual([]);
    const lines: string[] = [];
    const live = new LiveJudge(targetFrom(TARGET), (line) => lines.push(line));
    for (const entry of recorded(right)) live.see(entry);
    await live.judge();
    expect(lines).toEqual([]);
  });
});
