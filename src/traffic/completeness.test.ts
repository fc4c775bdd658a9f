import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Content, entryOf, type HarEntry } from '../formats/har.js';
import { partsOf } from './completeness.js';
import { UsualSoFar } from './usual.js';

const usualIn = (entries: readonly HarEntry[]): UsualSoFar => {
  const usual = new UsualSoFar();
  for (const entry of entries) usual.see(entry);
  return usual;
};

const URL = 'https://h.test/sites/1';
const LIST = '{"data":[{"id":1,"name":"grün"}]}';
const EXCERPTS = '[{"a":"one…"},{"a":"one…"}]';
const SIZE = Buffer.byteLength(LIST);

interface Given {
  url?: string;
  headers?: Record<string, string>;
  fields?: Record<string, string>;
  content?: Content;
  status?: number;
}

/** The parts of an exchange as a HAR file has it. */
function parts({
  url = URL,
  headers = { Host: 'h.test', Accept: 'a' },
  fields = {},
  content = {},
  status = 200,
}: Given) {
  const entry = entryOf({
    request: { method: 'GET', url, headers },
    response: { status, headers: { Date: 'Sat, 31 Jan 2026 12:00:00 GMT', ...fields }, content },
  });
  if (entry === undefined) throw new Error('no entry');
  return partsOf(entry, usualIn([entry]));
}

const bodyOf = (content: Content, fields: Record<string, string> = {}) => {
  const { body, gaps } = parts({ content, fields });
  return gaps.body === undefined ? body?.toString() : `${gaps.body.state}: ${gaps.body.why}`;
};

describe('the body of a response', () => {
  it.each<readonly [string, Content, Record<string, string>, string]>([
    ['as text', { text: LIST }, {}, LIST],
    ['as text with its size in bytes', { text: LIST, size: SIZE }, {}, LIST],
    ['with its size in characters', { text: LIST, size: LIST.length }, {}, LIST],
    ['without its byte order mark', { text: LIST, size: SIZE + 3 }, {}, LIST],
    ['in base64', { text: Buffer.from(LIST).toString('base64'), encoding: 'base64' }, {}, LIST],
    ['labelled base64', { text: LIST, encoding: 'base64', size: SIZE }, {}, LIST],
    ['read as Latin-1', { text: Buffer.from(LIST).toString('latin1'), size: SIZE }, {}, LIST],
    [
      'compressed, with its coding',
      { text: brotliCompressSync(LIST).toString('base64'), encoding: 'base64', size: SIZE },
      { 'Content-Encoding': 'br' },
      LIST,
    ],
    [
      'compressed, by its signature',
      { text: gzipSync(LIST).toString('base64'), encoding: 'base64' },
      {},
      LIST,
    ],
    [
      'decompressed by the recorder',
      { text: LIST, size: 20 },
      { 'Content-Encoding': 'gzip' },
      LIST,
    ],
    [
      'with texts that end in an ellipsis',
      { text: EXCERPTS },
      { 'Content-Length': String(Buffer.byteLength(EXCERPTS)) },
      EXCERPTS,
    ],
    ['empty', { size: 0 }, { 'Content-Length': '0' }, ''],
  ])('is whole %s', (_, content, fields, expected) => {
    expect(bodyOf(content, fields)).toBe(expected);
  });

  it.each<readonly [string, Content, Record<string, string>, string]>([
    ['is not there', { size: 14 }, {}, 'absent: not recorded'],
    ['is said to be empty', { size: 0, text: '' }, {}, 'absent: not recorded'],
    ['is shorter than its size', { text: LIST, size: 90 }, {}, 'damaged: shorter than its size'],
    [
      'is shorter than its length',
      { text: LIST },
      { 'Content-Length': '90' },
      'damaged: shorter than Content-Length',
    ],
    ['is JSON that ends early', { text: LIST.slice(0, 20) }, {}, 'damaged: JSON that ends early'],
    [
      'is a placeholder',
      { text: '[application/json redacted]' },
      {},
      'damaged: replaced by a placeholder',
    ],
    [
      'has placeholders',
      { text: '{"a":"•••","b":"•••"}' },
      {},
      'damaged: values replaced by a placeholder',
    ],
    [
      'is longer than its size',
      { text: LIST, size: 9 },
      {},
      'damaged: longer than its size, so it was converted or replaced',
    ],
    [
      'is no base64',
      { text: LIST, encoding: 'base64' },
      {},
      'damaged: labelled base64, but not in base64',
    ],
    [
      'has lost characters',
      { text: '{"a":"gr\ufffdn"}' },
      {},
      'damaged: characters lost in a conversion',
    ],
    [
      'is another encoding',
      { text: LIST, encoding: 'quoted-printable' },
      {},
      'damaged: in an unknown encoding (quoted-printable)',
    ],
  ])('is not whole if it %s', (_, content, fields, expected) => {
    expect(bodyOf(content, fields)).toBe(expected);
  });
});

it('detects a replaced address', () => {
  expect(parts({ url: 'https://h.test/sites/{{site}}' }).obstacle?.part).toBe('request line');
  expect(parts({ url: 'https://h.test/sites/1?filter=%25name%25' }).obstacle).toBeUndefined();
});

it('treats a list of headers as incomplete if it is empty or lacks headers of all messages', () => {
  expect(parts({ headers: {} }).requestHeaders?.state).toBe('absent');
  expect(parts({}).gaps.headers).toBeUndefined();
  const bare = entryOf({
    request: { method: 'GET', url: URL, headers: { Accept: 'a' } },
    response: { status: 200 },
  });
  const usual = usualIn(
    [
      entryOf({ request: { method: 'GET', url: URL, headers: { 'User-Agent': 'h' } } }) ?? bare,
    ].flat() as never,
  );
  expect(bare && partsOf(bare, usual)).toMatchObject({
    requestHeaders: { state: 'damaged' },
    gaps: { headers: { state: 'absent' } },
  });
});

it('recognizes placeholders by their form and by their use', () => {
  const fields = { 'Content-Type': 'hidden', Vary: 'hidden', ETag: 'hidden', Server: 'x' };
  expect([...(parts({ fields }).gaps.fields?.keys() ?? [])]).toEqual([
    'content-type',
    'vary',
    'etag',
  ]);
  expect([...(parts({ fields: { Vary: '***', Server: 'x' } }).gaps.fields?.keys() ?? [])]).toEqual([
    'vary',
  ]);
});
