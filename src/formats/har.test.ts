import { expect, it } from 'vitest';
import { harFile, readHar } from './har.js';

const har = (...entries: readonly object[]) =>
  readHar({ log: { creator: { name: 'a tool' }, entries } });
const request = { method: 'get', url: 'https://h.test/a?b=1#c', headers: [] };

it('reads the files of different tools', () => {
  const read = har(
    {
      startedDateTime: '2026-01-31T12:00:00.000Z',
      time: 12,
      request: {
        ...request,
        headers: [
          { name: ':authority', value: 'h.test' },
          { name: 'accept', value: '*/*' },
        ],
      },
      response: {
        status: 200,
        headers: [],
        content: { size: 3, text: 'w7w=', encoding: 'base64' },
      },
      _fromCache: 'disk',
    },
    {
      request: { ...request, postData: { params: [{ name: 'a b', value: '&' }] } },
      response: { status: 0 },
    },
    { request: { method: 'GET', url: 'not an address' } },
  );
  expect(read?.entries).toMatchObject([
    {
      method: 'GET',
      url: 'https://h.test/a?b=1',
      headers: [['accept', '*/*']],
      at: Date.UTC(2026, 0, 31, 12),
      durationMs: 12,
      response: { status: 200, content: { size: 3, text: 'w7w=', encoding: 'base64' } },
      own: { _fromCache: 'disk' },
    },
    { body: 'a+b=%26' },
  ]);
  expect(read?.entries[1]?.response).toBeUndefined();
  expect(readHar({ entries: [] })).toBeUndefined();
});

it('writes what it reads', () => {
  const entry = {
    method: 'POST',
    url: 'https://h.test/a?b=1',
    headers: [['Content-Type', 'application/json']] as const,
    body: '{"a":1}',
    at: Date.UTC(2026, 0, 31),
    durationMs: 2.5,
    response: {
      status: 201,
      headers: [['Content-Type', 'text/plain']] as const,
      body: Buffer.from('grün'),
    },
    own: { _id: 7 },
  };
  const text = harFile(
    { name: 'a tool', version: '1' },
    { entries: [entry], own: { _mine: true } },
  );
  const read = {
    ...entry,
    bodySize: 7,
    response: {
      status: 201,
      headers: entry.response.headers,
      content: { size: 5, mimeType: 'text/plain', text: 'grün' },
    },
  };
  expect(readHar(JSON.parse(text))).toEqual({
    creator: 'a tool',
    entries: [read],
    own: { _mine: true },
  });
});
