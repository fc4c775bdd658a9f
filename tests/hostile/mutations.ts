/** Changes of responses that no healthy server makes, chosen by a seed. */

import type { Random } from '../../src/random.js';

/** A response before it is written to a socket. */
export interface Served {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** A response as the bytes of its head and its body. `Content-Length` is not added. */
type Mutation = (served: Served, random: Random) => Served;

const pick = <T>(values: readonly [T, ...T[]], random: Random): T =>
  values[Math.floor(random() * values.length)] ?? values[0];

/** JSON values in places where a server sends another value. */
const HOSTILE_VALUES: readonly [string, ...string[]] = [
  'null',
  'true',
  '0',
  '-0',
  '1e308',
  '-1e400',
  '12345678901234567890123',
  '0.1e-320',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\ud83d\\ude00"',
  '"__proto__"',
  '[]',
  '[[]]',
  '{}',
  '{"toString":1}',
  '{"toString":null,"valueOf":null}',
  '{"valueOf":1}',
  '{"toJSON":1}',
  '{"toJSON":"x","id":1}',
  '{"then":1}',
  '{"then":{"then":1}}',
  '{"constructor":{"prototype":1}}',
  '{"__proto__":{"toString":1}}',
  '{"__proto__":null}',
  '{"length":3}',
  '{"length":-1,"0":1}',
  '{"hasOwnProperty":1}',
  '[{"toString":1}]',
  '[null]',
  `"${'x'.repeat(10_000)}"`,
  `${'['.repeat(150)}${']'.repeat(150)}`,
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(150)}1${'}'.repeat(150)}`,
];

/** Names of members that an object inherits, or that code reads in special ways. */
const HOSTILE_NAMES: readonly [string, ...string[]] = [
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'toJSON',
  'then',
  'hasOwnProperty',
  'length',
  'prototype',
  '',
  '0',
  '\u0000',
  'a.b[c]',
  'id',
];

/** Replaces each value of a JSON text for which `replace` returns a text. */
function replacedValues(
  text: string,
  replace: (path: readonly string[]) => string | undefined,
): string {
  const write = (value: unknown, path: readonly string[]): string => {
    const other = replace(path);
    if (other !== undefined) return other;
    if (Array.isArray(value))
      return `[${value.map((one, at) => write(one, [...path, String(at)])).join(',')}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}:${write(member, [...path, name])}`,
    );
    return `{${members.join(',')}}`;
  };
  try {
    return write(JSON.parse(text), []);
  } catch {
    return text;
  }
}

/** All paths of values in a JSON text, without the root. */
function pathsIn(text: string): readonly (readonly string[])[] {
  const paths: (readonly string[])[] = [];
  replacedValues(text, (path) => {
    paths.push(path);
    return undefined;
  });
  return paths;
}

const withText = (served: Served, change: (text: string) => string): Served => ({
  ...served,
  body: Buffer.from(change(served.body.toString())),
});

const withHeaders = (served: Served, ...headers: Served['headers']): Served => ({
  ...served,
  headers: [...served.headers, ...headers],
});

const BODIES: Readonly<Record<string, Mutation>> = {
  'one value': (served, random) =>
    withText(served, (text) => {
      const paths = pathsIn(text);
      const chosen = paths[Math.floor(random() * paths.length)]?.join('/');
      const value = pick(HOSTILE_VALUES, random);
      return replacedValues(text, (path) => (path.join('/') === chosen ? value : undefined));
    }),
  'a value of each member of one name': (served, random) =>
    withText(served, (text) => {
      const names = [...new Set(pathsIn(text).map((path) => path.at(-1) ?? ''))];
      const chosen = names[Math.floor(random() * names.length)];
      const value = pick(HOSTILE_VALUES, random);
      return replacedValues(text, (path) =>
        path.length > 0 && path.at(-1) === chosen ? value : undefined,
      );
    }),
  'a different value in each record': (served, random) =>
    withText(served, (text) => {
      const names = [...new Set(pathsIn(text).map((path) => path.at(-1) ?? ''))];
      const chosen = names[Math.floor(random() * names.length)];
      return replacedValues(text, (path) =>
        path.length > 1 && path.at(-1) === chosen ? pick(HOSTILE_VALUES, random) : undefined,
      );
    }),
  'the id': (served, random) => {
    const value = pick(HOSTILE_VALUES, random);
    return withText(served, (text) =>
      replacedValues(text, (path) => (path.at(-1) === 'id' ? value : undefined)),
    );
  },
  'the document': (served, random) => ({
    ...served,
    body: Buffer.from(pick(HOSTILE_VALUES, random)),
  }),
  'an added member': (served, random) => {
    const name = JSON.stringify(pick(HOSTILE_NAMES, random));
    const value = pick(HOSTILE_VALUES, random);
    return withText(served, (text) => text.replaceAll('{"', `{${name}:${value},"`));
  },
  'a renamed member': (served, random) =>
    withText(served, (text) => {
      const names = [...new Set(pathsIn(text).map((path) => path.at(-1) ?? ''))];
      const chosen = names[Math.floor(random() * names.length)] ?? '';
      const name = JSON.stringify(pick(HOSTILE_NAMES, random));
      return text.replaceAll(`${JSON.stringify(chosen)}:`, () => `${name}:`);
    }),
  'a cut body': (served, random) => ({
    ...served,
    body: served.body.subarray(0, Math.floor(random() * served.body.length)),
  }),
  'changed bytes': (served, random) => {
    const body = Buffer.from(served.body);
    for (let turn = 0; turn < 3 && body.length > 0; turn += 1)
      body[Math.floor(random() * body.length)] = Math.floor(random() * 256);
    return { ...served, body };
  },
  'the body twice': (served) => ({ ...served, body: Buffer.concat([served.body, served.body]) }),
  'each record twice': (served) =>
    withText(served, (text) => {
      const list = /\[(\{.*\})\]/s.exec(text)?.[1];
      return list === undefined ? text : text.replace(list, () => `${list},${list}`);
    }),
  'another token': (served, random) => {
    const parts = [0, 1, 2].map(() =>
      Buffer.from(pick(HOSTILE_VALUES, random)).toString('base64url'),
    );
    const token = JSON.stringify(
      pick(
        ['', ' ', 'a.b.c', '...', parts.join('.'), `${parts[0]}..`, '${ACCESS_TOKEN_1}'],
        random,
      ),
    );
    return withText(served, (text) =>
      replacedValues(text, (path) => (path.at(-1) === 'access_token' ? token : undefined)),
    );
  },
};

const HEADS: Readonly<Record<string, Mutation>> = {
  'another status': (served, random) => ({
    ...served,
    status: pick(
      [0, 99, 100, 101, 204, 205, 206, 301, 304, 401, 403, 404, 418, 500, 599, 999],
      random,
    ),
  }),
  'no header': (served) => ({ ...served, headers: [] }),
  'another media type': (served, random) => {
    const type = pick(
      [
        '',
        ';',
        'text/html',
        'application/json; charset=utf-16',
        'a/b; charset="x',
        'x'.repeat(5000),
      ],
      random,
    );
    const others = served.headers.filter(([name]) => !/^content-type$/i.test(name));
    return { ...served, headers: [...others, ['Content-Type', type]] };
  },
  'a content coding': (served, random) =>
    withHeaders(served, ['Content-Encoding', pick(['gzip', 'br', 'x', 'gzip, gzip', ','], random)]),
  'Content-Length twice': (served) =>
    withHeaders(served, ['Content-Length', String(served.body.length)]),
  'two lengths': (served) => withHeaders(served, ['Content-Length', '1']),
  'no length': (served, random) =>
    withHeaders(served, ['Content-Length', pick(['-1', 'x', '', '1e3', '0x10'], random)]),
  'Transfer-Encoding and a length': (served) =>
    withHeaders(served, ['Transfer-Encoding', 'chunked']),
  'a malformed field': (served, random) =>
    withHeaders(served, [
      pick(['X Words', '', ' X', 'X\u0000', 'X-\u00e9', '__proto__', 'constructor'], random),
      pick(['', 'x', '\u00ff', '\u0000', 'a\r', 'x'.repeat(70_000)], random),
    ]),
  'malformed fields that are read': (served, random) => {
    const text = pick(['', ',', '"', 'x', '-1', '\u00ff', '1e99', 'Infinity', '=;=;'], random);
    const names = ['Retry-After', 'Location', 'WWW-Authenticate', 'Vary', 'Date', 'Set-Cookie'];
    return withHeaders(served, ...names.map((name) => [name, text] as const));
  },
  'many fields': (served) =>
    withHeaders(served, ...Array.from({ length: 3000 }, (_, at) => [`X-${at}`, 'y'] as const)),
};

export const MUTATIONS: Readonly<Record<string, Mutation>> = { ...BODIES, ...HEADS };

/** The bytes of a response. The given fields are written even if they contradict the body. */
export function bytesOf({ status, headers, body }: Served): Buffer {
  const hasLength = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  const fields = hasLength
    ? headers
    : [...headers, ['Content-Length', String(body.length)] as const];
  const head = [
    `HTTP/1.1 ${String(status).padStart(3, '0')} Status`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body]);
}
