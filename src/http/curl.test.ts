import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlOf } from './curl.js';
import { curlOptions } from './curl-options.js';
import type { Exchange } from './exchange.js';

const exchange = (request: Partial<Exchange['request']>): Exchange => ({
  id: 1,
  interface: 'export',
  atMs: 0,
  waitedMs: 0,
  durationMs: 0,
  request: { method: 'GET', url: 'https://a.example/', headers: [], ...request },
});

/** The words into which a POSIX shell splits the command. */
const words = (command: string): string[] =>
  execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${command}`], {
    env: { EXPORT_TOKEN: 'the token' },
  })
    .toString()
    .trimEnd()
    .split('\n');

it('is safe in a shell, with secrets as variables', () => {
  const hostile = `x'; rm -rf "$HOME" \`id\` $(id) \\ !`;
  const command = curlOf(
    exchange({
      url: `https://a.example/?q=${encodeURIComponent("it's")}'`,
      headers: [
        ['X-EA-Auth-Token', '${EXPORT_TOKEN}'],
        ['X-Odd', hostile],
      ],
    }),
  );
  expect(words(command)).toEqual([
    'curl',
    '-sSi',
    '--globoff',
    '--path-as-is',
    '-H',
    'X-EA-Auth-Token: the token',
    '-H',
    `X-Odd: ${hostile}`,
    '-H',
    'Accept:',
    '-H',
    'User-Agent:',
    "https://a.example/?q=it's'",
  ]);
});

it('sends a body unchanged', () => {
  const command = curlOf(
    exchange({
      method: 'POST',
      headers: [['Content-Type', 'application/json']],
      body: '{"a":"b\'c"}',
    }),
  );
  expect(words(command)).toContain('{"a":"b\'c"}');
  expect(command).toContain('-X POST');
});

it('contains the options of the connection, without credentials and local paths', () => {
  const proxy = {
    origin: 'http://p.example:3128',
    authorization: 'Basic x',
    setting: 'proxy',
    except: [],
  } as const;
  expect(
    curlOptions({
      ca: 'PEM',
      cert: 'PEM',
      key: 'PEM',
      passphrase: 'secret',
      insecure: true,
      proxy,
    }),
  ).toEqual([
    '--cacert "${ASSAY_CA}"',
    '--cert "${ASSAY_CERT}" --key "${ASSAY_KEY}"',
    '--pass "${ASSAY_KEY_PASSPHRASE}"',
    '-k',
    '-p -x "${ASSAY_PROXY}"',
  ]);
  expect(curlOptions()).toEqual([]);
  const command = curlOf(exchange({}), undefined, curlOptions({ insecure: true }));
  expect(words(command)).toContain('-k');
});

it('passes a field unchanged if it contains an escape that curl would not write', () => {
  const fieldsOf = (body: string): readonly string[] =>
    words(
      curlOf(
        exchange({
          method: 'POST',
          headers: [['Content-Type', 'application/x-www-form-urlencoded']],
          body,
        }),
      ),
    );
  for (const needless of ['a=%41', 'a=%50', 'a=%7a', 'a=%30', 'a=%5F', 'a=%FF', 'a=%zz'])
    expect(fieldsOf(needless)).toEqual(expect.arrayContaining(['--data-binary', needless]));
  for (const needed of ['a=%5B', 'a=%20', 'a=%40'])
    expect(fieldsOf(needed)).toEqual(
      expect.arrayContaining(['--data-urlencode', decodeURIComponent(needed)]),
    );
});

it('encodes a query field with an escape and a variable once', () => {
  const command = curlOf(
    exchange({
      url: 'https://a.example/p?q=a%20b+%26${EXPORT_TOKEN}&x%5B%5D=${EXPORT_TOKEN}&limit=1',
    }),
  );
  expect(words(command)).toEqual(
    expect.arrayContaining([
      '-G',
      '--data-urlencode',
      'q=a b &the token',
      'x%5B%5D=the token',
      'https://a.example/p?limit=1',
    ]),
  );
});
