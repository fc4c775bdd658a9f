import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { inUtf8, withoutCoding } from './plain-answer.js';

const TEXT = '{"name":"grün"}';
const answer = (body: Buffer, ...headers: readonly string[]) => ({
  status: 200,
  headers,
  body,
  size: 0,
});

it.each<readonly [string, Buffer]>([
  ['gzip', gzipSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['Deflate', deflateRawSync(TEXT)],
  ['gzip, gzip', gzipSync(gzipSync(TEXT))],
  ['identity', Buffer.from(TEXT)],
])('decodes the content coding %s', (coding, body) => {
  expect(withoutCoding(answer(body, 'Content-Encoding', coding))?.body.toString()).toBe(TEXT);
});

it('returns undefined for a broken coding, and keeps a response without coding', () => {
  expect(withoutCoding(answer(Buffer.from(TEXT), 'Content-Encoding', 'gzip'))).toBeUndefined();
  const plain = answer(Buffer.from(TEXT), 'Content-Type', 'application/json');
  expect(withoutCoding(plain)).toBe(plain);
  expect(inUtf8(plain)).toBe(plain);
});

it.each<readonly [string, Buffer, string]>([
  ['a byte order mark', Buffer.from(`\ufeff${TEXT}`), 'application/json'],
  ['UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), 'application/json; charset=utf-16'],
  ['Latin-1', Buffer.from(TEXT, 'latin1'), 'application/json; charset=iso-8859-1'],
])('reads text with %s', (_, body, type) => {
  expect(inUtf8(answer(body, 'Content-Type', type)).body.toString()).toBe(TEXT);
});
