import { expect, it } from 'vitest';
import { HeadCache } from './heads.js';

const answer = (head: string, body: string): Buffer =>
  Buffer.from(`HTTP/1.1 ${head}\r\n\r\n${body}`);
const headOf = (statusCode: number, ...headers: string[]) => ({
  statusCode,
  headers,
  shouldKeepAlive: true,
});
const OK = headOf(200, 'Content-Length', '4');

it('recognizes a stored head before any body, and finds the start of the body', () => {
  const heads = new HeadCache();
  const first = answer('200 OK\r\nContent-Length: 4', 'body');
  expect(heads.find(first)).toBeUndefined();
  heads.keep(first, OK);
  const second = answer('200 OK\r\nContent-Length: 4', 'more');
  const found = heads.find(second);
  expect(found?.head).toBe(OK);
  expect(second.toString('latin1', found?.bodyAt)).toBe('more');
});

it.each([
  ['another head', '200 OK\r\nContent-Length: 3', 'bod'],
  ['half a body', '200 OK\r\nContent-Length: 4', 'bo'],
  ['more than one response', '200 OK\r\nContent-Length: 4', 'bodyHTTP/1.1 200 OK'],
])('does not recognize %s as a stored response', (_, head, body) => {
  const heads = new HeadCache();
  heads.keep(answer('200 OK\r\nContent-Length: 4', 'body'), OK);
  expect(heads.find(answer(head, body))).toBeUndefined();
});

it.each([
  [
    'an interim response',
    '100 Continue\r\nContent-Length: 0',
    '',
    headOf(100, 'Content-Length', '0'),
  ],
  [
    'a chunked response',
    '200 OK\r\nTransfer-Encoding: chunked',
    '0',
    headOf(200, 'Transfer-Encoding', 'chunked'),
  ],
  [
    'a response that ends when the connection closes',
    '200 OK\r\nX: y',
    'body',
    headOf(200, 'X', 'y'),
  ],
  ['a part of a response', '200 OK\r\nContent-Length: 4', 'bo', OK],
])('does not store %s', (_, head, body, parsed) => {
  const heads = new HeadCache();
  heads.keep(answer(head, body), parsed);
  expect(heads.find(answer(head, body))).toBeUndefined();
});

it('stores no more heads if every head of the server is different', () => {
  const heads = new HeadCache();
  const one = (turn: number): Buffer => answer(`200 OK\r\nContent-Length: 0\r\nX-Id: ${turn}`, '');
  const parsed = headOf(200, 'Content-Length', '0');
  for (let turn = 0; turn < 300; turn += 1) heads.keep(one(turn), parsed);
  expect([1, 299].map((turn) => heads.find(one(turn)))).toEqual([undefined, undefined]);
});
