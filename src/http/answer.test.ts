import { describe, expect, it } from 'vitest';
import { answerOf, url } from '../../tests/http/answer-of.js';
import { keyOf, type Request, splitUrl } from './request.js';

describe('an answer', () => {
  it('joins the values of a field, however its name is written', () => {
    const answer = answerOf('', undefined, [
      ['Link', 'a'],
      ['X-Other', 'c'],
      ['link', 'b'],
    ]);
    expect([answer.header('LINK'), answer.header('x-other'), answer.header('none')]).toEqual([
      'a, b',
      'c',
      undefined,
    ]);
  });

  it.each([
    ['application/json', 'application/json'],
    [' Application/JSON ; charset=utf-8', 'application/json'],
    [undefined, ''],
    ['', ''],
  ])('has of %j the media type %j', (type, mediaType) => {
    expect(answerOf('', type).mediaType).toBe(mediaType);
  });

  it.each<readonly [string | Buffer, string | undefined, string, string | undefined]>([
    ['"é"', undefined, '"é"', undefined],
    ['"é"', 'application/json; charset=UTF-8', '"é"', undefined],
    [Buffer.from([34, 0xe9, 34]), 'application/json; charset="iso-8859-1"', '"é"', undefined],
    [Buffer.from([34, 0xe9, 34]), 'application/json; Charset = latin1', '"é"', undefined],
    [Buffer.from([34, 0xe9, 34]), undefined, '"\ufffd"', 'bytes that are not utf-8'],
    [
      Buffer.from([34, 0xe9, 34]),
      'application/json; charset=utf8',
      '"\ufffd"',
      'bytes that are not utf8',
    ],
    ['"a"', 'application/json; charset=no-such', '"a"', undefined],
    [
      Buffer.from([34, 0xe9, 34]),
      'application/json; charset=no-such',
      '"\ufffd"',
      'bytes that are not no-such',
    ],
    [
      Buffer.from([0x61]),
      'application/json; charset=utf-16le',
      '\ufffd',
      'bytes that are not utf-16le',
    ],
    ['{"a":', undefined, '{"a":', 'not valid JSON'],
    ['', undefined, '', 'not valid JSON'],
  ])('reads %j as %j: %j, JSON but for %j', (body, type, text, fault) => {
    const answer = answerOf(body, type);
    expect([answer.text, answer.jsonFault]).toEqual([text, fault]);
    expect(answer.json === undefined).toBe(fault !== undefined);
    // The second reading must equal the first.
    expect([answer.text, answer.jsonFault]).toEqual([text, fault]);
  });

  it('parses JSON once', () => {
    const answer = answerOf('{"a":[1]}');
    expect(answer.json).toEqual({ a: [1] });
    expect(answer.json).toBe(answer.json);
  });

  it('is ok for 200 to 299', () => {
    expect([199, 200, 299, 300].map((status) => answerOf('', undefined, [], status).ok)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('a request', () => {
  it.each([
    ['http://h.test/a/../b?c#d', 'http://h.test', '/a/../b?c'],
    ['HTTPS://h.test:1', 'HTTPS://h.test:1', '/'],
    ['http://h.test?c', 'http://h.test', '/?c'],
    ['ftp://h.test/a', '', '/'],
    ['see http://h.test/a', '', '/'],
  ])('to %s goes to %s for %s', (address, origin, path) => {
    expect(splitUrl(address)).toEqual({ origin, path });
  });

  it('equals a request with the same content, regardless of the order of its members', () => {
    const request: Request = {
      interface: 'export',
      url,
      headers: [
        ['A', '1'],
        ['B', '2'],
      ],
    };
    const same: Request = {
      interface: 'platform',
      method: 'GET',
      url,
      headers: [
        ['B', '2'],
        ['A', '1'],
      ],
    };
    expect(keyOf(same)).toBe(keyOf(request));
    const others: readonly Partial<Request>[] = [
      { method: 'POST' },
      { url: `${url}?b` },
      {
        headers: [
          ['a', '1'],
          ['B', '2'],
        ],
      },
      { headers: [] },
      { body: '' },
    ];
    expect(
      new Set([request, ...others.map((other) => ({ ...request, ...other }))].map(keyOf)).size,
    ).toBe(6);
  });
});
