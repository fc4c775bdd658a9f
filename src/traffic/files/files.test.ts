import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HarEntry } from '../../formats/har.js';
import { UsageError } from '../../settings/index.js';
import { openRecording } from './source.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

const URL = 'https://h.test/sites/1';
const entry = (url = URL, text = '{"name":"grün"}') => ({
  startedDateTime: '2026-01-31T12:00:00.000Z',
  request: { method: 'GET', url, headers: [{ name: 'Accept', value: 'a' }] },
  response: { status: 200, headers: [], content: { text } },
});
const har = (...entries: readonly object[]): string =>
  JSON.stringify({ log: { creator: { name: 'a recorder' }, entries } }, undefined, 1);
const LINE = { at: 7, request: { url: URL, headers: { Accept: 'a' } }, response: { status: 200 } };

/** The exchanges of a file with this content, and the reported damages. */
async function read(content: string | Buffer) {
  const file = path.join(folder, 'recording');
  await writeFile(file, content);
  const opened = openRecording(file, 'x');
  if ('run' in opened) throw new Error('a run');
  const entries: HarEntry[] = [];
  const cuts: string[] = [];
  for await (const batch of opened.batches((why) => cuts.push(why))) entries.push(...batch.entries);
  return { entries, cuts, texts: entries.map(({ response }) => response?.content?.text) };
}

describe('a HAR file', () => {
  it.each<readonly [string, (text: string) => Buffer]>([
    ['UTF-8', (text) => Buffer.from(text)],
    ['UTF-8 with a byte order mark', (text) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16BE', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16LE without a mark', (text) => Buffer.from(text, 'utf16le')],
    ['gzip', (text) => gzipSync(text)],
  ])('is read in %s', async (_, bytes) => {
    expect(await read(bytes(har(entry(), entry())))).toMatchObject({
      cuts: [],
      texts: ['{"name":"grün"}', '{"name":"grün"}'],
    });
  });

  it('is read up to its last complete entry, compressed or not', async () => {
    const text = har(entry(), entry(), entry());
    const cut = text.slice(0, text.lastIndexOf('"request"'));
    const incomplete = gzipSync(cut);
    for (const content of [cut, incomplete.subarray(0, incomplete.length - 8)])
      expect(await read(content)).toMatchObject({
        cuts: ['the file is cut off or damaged'],
        entries: [{}, {}],
      });
  });

  it('is read with U+FFFD in place of bytes that are not valid UTF-8', async () => {
    const { texts } = await read(Buffer.from(har(entry(), entry(URL, '{}')), 'latin1'));
    expect(texts).toEqual(['{"name":"gr\ufffdn"}', '{}']);
  });

  it('may have headers in lists or objects, and a body larger than one read', async () => {
    const large = 'x'.repeat(700_000);
    const one = entry(URL, large);
    const { entries, texts } = await read(
      har({ ...one, request: { ...one.request, headers: { Accept: ['a', 'b'] } } }),
    );
    expect(texts).toEqual([large]);
    expect(entries[0]?.headers).toEqual([
      ['Accept', 'a'],
      ['Accept', 'b'],
    ]);
  });
});

describe('exchanges in lines', () => {
  it('are read up to the last complete line', async () => {
    const lines = `${JSON.stringify(LINE)}\n\n${JSON.stringify(LINE)}\n`;
    expect(await read(lines)).toMatchObject({
      entries: [{ method: 'GET', url: URL, headers: [['Accept', 'a']], at: 7 }, {}],
      cuts: [],
    });
    expect((await read(`${lines}{"request":`)).cuts).toEqual(['the file is cut off or damaged']);
  });

  it('may be longer than one read', async () => {
    const body = 'x'.repeat(700_000);
    const { texts } = await read(JSON.stringify({ ...LINE, response: { status: 200, body } }));
    expect(texts).toEqual([body]);
  });

  it.each([
    ['no exchange', '{"request":{}}\n', 'x, line 1 is not an exchange'],
    ['no exchange in a line', `${JSON.stringify(LINE)}\n{}\n`, 'x, line 2 is not an exchange'],
    ['nothing', '', 'x contains no exchange'],
    ['text', 'hello\n', 'x, line 1 is not an exchange'],
  ])('are refused if they contain %s', async (_, text, message) => {
    const refused = read(text);
    await expect(refused).rejects.toBeInstanceOf(UsageError);
    await expect(refused).rejects.toThrow(message);
  });
});

describe('a collection with saved responses', () => {
  const response = {
    code: 200,
    header: [{ key: 'Content-Type', value: 'application/json' }],
    body: '[]',
  };
  it('of Postman is read, with its variables and folders', async () => {
    const header = [
      { key: 'Accept', value: '{{type}}' },
      { key: 'X-Off', value: '1', disabled: true },
    ];
    const request = (raw: string) => ({ method: 'GET', url: { raw }, header });
    const collection = {
      info: {
        _postman_id: '1',
        schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      },
      variable: [
        { key: 'base', value: 'https://h.test' },
        { key: 'type', value: 'a' },
      ],
      item: [
        { item: [{ request: request('{{base}}/a'), response: [response] }] },
        { request: request('{{other}}/b'), response: [response] },
        ...[
          { mode: 'raw', raw: '{"a":"{{type}}"}' },
          {
            mode: 'urlencoded',
            urlencoded: [
              { key: 'a', value: '{{type}}' },
              { key: 'off', value: '1', disabled: true },
            ],
          },
        ].map((body) => ({
          request: { ...request('{{base}}/a'), method: 'POST', body },
          response: [response],
        })),
      ],
    };
    const { entries, cuts } = await read(JSON.stringify(collection));
    expect(entries).toMatchObject([
      {
        method: 'GET',
        url: 'https://h.test/a',
        headers: [['Accept', 'a']],
        response: { status: 200, content: { text: '[]' } },
      },
      { method: 'POST', body: '{"a":"a"}' },
      { method: 'POST', body: 'a=a' },
    ]);
    expect(cuts).toEqual(['1 saved responses have an address with a variable that is not set']);
  });

  it('of Hoppscotch is read', async () => {
    const { entries } = await read(
      JSON.stringify({
        v: 9,
        name: 'x',
        folders: [],
        requests: [
          {
            endpoint: 'https://h.test/a',
            method: 'GET',
            headers: [{ key: 'Accept', value: 'a', active: true }],
            params: [{ key: 'limit', value: '5', active: true }],
            responses: { saved: { code: 200, headers: response.header, body: '[]' } },
          },
        ],
      }),
    );
    expect(entries).toMatchObject([
      {
        url: 'https://h.test/a?limit=5',
        headers: [['Accept', 'a']],
        response: { status: 200, content: { text: '[]' } },
      },
    ]);
  });
});

it.each<readonly [string, string | Buffer]>([
  ['an export of Insomnia', '{"_type":"export","__export_format":4,"resources":[]}'],
  ['a ZIP archive', Buffer.from('PK\u0003\u0004rest')],
  ['a packet capture', Buffer.from([0xd4, 0xc3, 0xb2, 0xa1, 2, 0])],
  ['an OpenAPI document', '{"openapi": "3.1.0"}'],
  ['an HTML page', '<!DOCTYPE html><p>'],
])('refuses %s by name', async (name, content) => {
  await expect(read(content)).rejects.toThrow(`x is ${name}`);
});
