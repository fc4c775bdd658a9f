import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { assay } from '../gate/assay.js';

const BASE = 'http://127.0.0.1:9';
const EXPORT = { baseUrl: BASE };
const PLATFORM = { baseUrl: BASE, collections: ['projects'] };
const HANDOVER = { baseUrl: BASE, token: 'a-token-of-the-handover' };

/** A target file with a bad value, and parts of the message: the setting, the value, the remedy. */
const BAD: readonly (readonly [file: object, ...message: string[]])[] = [
  [{ timeout: '0s' }, 'timeout is 0s', 'Give a duration such as 10s'],
  [{ timeout: '0ms' }, 'timeout is 0ms', 'Give a duration'],
  [{ timeout: '0.2ms' }, 'timeout is 0.2ms', 'Give a duration'],
  [{ timeout: '36000min' }, 'timeout is 36000min', 'between 1 ms and 60 min'],
  [{ timeout: `${'9'.repeat(400)}s` }, 'timeout is 999', 'between 1 ms and 60 min'],
  [{ timeout: '600h' }, 'timeout must be a duration such as 10s', '"600h"'],
  [{ timeout: '-1s' }, 'timeout must be a duration', '"-1s"'],
  [{ timeout: 10 }, 'timeout must be', '10'],
  [{ patience: '36000min' }, 'patience is 36000min', 'between 0 ms and 1440 min'],
  [{ patience: '1 s' }, 'patience must be a duration', '"1 s"'],
  [{ pace: '0/s' }, 'pace is 0/s', 'Give a pace such as 60/min'],
  [{ pace: '0.000001/h' }, 'pace is 0.000001/h', 'Give a pace'],
  [{ pace: `${'9'.repeat(400)}/s` }, 'faster than 1,000,000 requests per second', 'Give a pace'],
  [{ pace: '60' }, 'pace must be a rate such as 60/min', '"60"'],
  [{ allow: { load: { maxRate: '0/min' } } }, 'allow.load.maxRate is 0/min', 'Give a pace'],
  [{ concurrency: 0 }, 'concurrency must be >= 1', '0'],
  [{ concurrency: 65 }, 'concurrency must be <= 64', '65'],
  [{ concurrency: 1.5 }, 'concurrency must be of type integer', '1.5'],
  [{ gate: { minCoverage: 1.1 } }, 'gate.minCoverage must be <= 1', '1.1'],
  [{ name: 'a\nb' }, 'name is "a\\nb"', 'control character', 'Give a name'],
  [{ name: ' ' }, 'name is " "', 'blank', 'Give a name'],
  [{ proxy: 'ftp://proxy.example.com', noProxy: [] }, 'proxy must be the address of a proxy'],
  [{ tls: { ca: '.' } }, 'tls.ca names .', 'it is a folder'],
  [{ tls: { cert: 'target.json', key: 'target.json' } }, 'tls.cert names target.json'],
  [{ headers: { 'X-A': { scheme: 'Bearer' } } }, 'headers.X-A must have either "command"'],
  [{ headers: { 'X-A': { command: [] } } }, 'headers.X-A.command must'],
  [{ headers: { 'X-A': 7 } }, 'headers.X-A must be', '7'],
  [
    { headers: { 'X-A': { refreshToken: 'a-refresh-token', tokenUrl: 'http://u:p@h.test/' } } },
    'headers.X-A.tokenUrl',
    'user info',
    'Leave these parts out',
  ],
  [{ headers: { 'X A': 'a' } }, '"X A"', 'not a valid header name'],
  [
    { headers: { 'X-A': { scheme: 'Bear\ner', command: ['true'] } } },
    'headers.X-A contains U+000A',
    'Correct its value',
  ],
  [{ export: { ...EXPORT, snapshot: -1 } }, 'export.snapshot must be >= 0', '-1'],
  [{ export: { ...EXPORT, snapshot: 1e300 } }, 'export.snapshot must be <=', '1e+300'],
  [{ export: { ...EXPORT, siteId: 1e16 } }, 'export.siteId must be <=', '10000000000000000'],
  [{ export: { ...EXPORT, dialect: { maxLimit: 0 } } }, 'export.dialect.maxLimit must be >= 1'],
  [{ export: { baseUrl: 'h.test' } }, 'export.baseUrl must be an address', '"h.test"'],
  [{ export: { baseUrl: 'http://h.test:99999' } }, 'export.baseUrl must be an address', '99999'],
  [{ export: { baseUrl: 'http://h.test/?a=1' } }, 'export.baseUrl', 'Leave these parts out'],
  [{ export: { ...EXPORT, fixture: '.' } }, 'it is a folder', 'Name a JSON array or NDJSON file'],
  [{ export: { ...EXPORT, recordSchema: '.' } }, 'export.recordSchema names', 'it is a folder'],
  [
    { templates: { baseUrl: BASE, revocationUrl: 'http://u:p@h.test/' } },
    'templates.revocationUrl is http://h.test/',
    'Leave these parts out',
  ],
  ...[
    '../../x',
    'a?b',
    'a b',
    'a\nb',
    'a#b',
    'a%2Fb',
    'a%',
    'a//b',
    'a/./b',
    '..',
    '/',
    'ä',
    'a\\b',
  ].map((collection): readonly [object, ...string[]] => [
    { platform: { ...PLATFORM, collections: ['projects', collection] } },
    `platform.collections contains ${JSON.stringify(collection)}`,
    'Give a path below /platform/v2/, such as projects',
  ]),
  [{ platform: { ...PLATFORM, collections: [''] } }, 'platform.collections.0 must'],
  ...[
    '/users/resources',
    '/users/{id}',
    '/{user}/{user}',
    '/../{user}',
    '/{user} a',
    '/{user}#a',
  ].map((listing): readonly [object, ...string[]] => [
    { handover: { ...HANDOVER, listing } },
    `handover.listing is ${JSON.stringify(listing)}`,
    'Give a path below the base URL with {user} once',
  ]),
  [
    { handover: { ...HANDOVER, token: { scheme: 'Basic', command: ['true'] } } },
    'handover.token.scheme is "Basic"',
    'Leave it out',
  ],
  [{ handover: { ...HANDOVER, from: '' } }, 'handover.from must'],
];

const inNewFolder = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const { cwd } = await assay(['list', 'profiles']);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(cwd, name), text);
  return cwd;
};

describe('a target file is refused before the first request, with setting, value and remedy', () => {
  it.each(BAD)('%j', async (settings, ...message) => {
    const file = Object.assign({ platform: PLATFORM }, settings);
    const cwd = await inNewFolder({ 'target.json': JSON.stringify(file) });
    for (const command of ['run', 'doctor'] as const) {
      const { code, out, err } = await assay([command, '--target', 'target.json'], { cwd });
      expect([code, out], err).toEqual([2, '']);
      for (const part of message) expect(err).toContain(part);
    }
  });

  it('while values at the edges are accepted', async () => {
    const file = {
      timeout: '60min',
      patience: '0s',
      pace: '0.01/h',
      platform: { baseUrl: BASE, collections: ['/a/b-c_d.e~f/', "g!$&'()*+,;=:@h"] },
      handover: { ...HANDOVER, listing: 'users?id={user}&all=%20' },
    };
    const cwd = await inNewFolder({ 'target.json': JSON.stringify(file) });
    const { code, err } = await assay(['run', '--target', 'target.json', '--dry-run'], { cwd });
    expect([code, err]).toEqual([0, '']);
  });
});

describe('options that contradict each other are refused', () => {
  it.each([
    [
      ['--interface', 'export', '--clause', 'PLT-PAGE-1'],
      '--clause PLT-PAGE-1 and --interface export have no check in common. PLT-PAGE-1 belongs to platform.',
    ],
    [
      ['--interface', 'export', '--check', 'export.root.status,platform.page.*'],
      '--check platform.page.* and --interface export',
    ],
    [['--clause', 'PLT-PAGE-1', '--level', 'open'], '--clause PLT-PAGE-1 and --level open'],
    [
      ['--check', 'export.root.status', '--exclude', 'export.root.*'],
      '--check export.root.status and --exclude export.root.*',
    ],
    [
      ['--check', 'export.root.status', '--clause', 'PLT-PAGE-1'],
      '--check export.root.status and --clause PLT-PAGE-1',
    ],
    [
      ['--interface', 'export', '--exclude', 'export.*'],
      '--interface export and --exclude export.* have no check in common',
    ],
  ])('%j', async (words, message) => {
    const { code, err } = await assay(['run', '--reference', '--dry-run', ...words]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(err).toContain('Leave out or correct one of them.');
  });

  it('while options that agree are accepted', async () => {
    const words = ['--interface', 'platform,export', '--clause', 'PLT-PAGE-1', '--level', 'must'];
    expect(await assay(['run', '--reference', '--dry-run', ...words])).toMatchObject({ code: 0 });
  });
});

it('init --from keeps the pace that init writes, unless the file has one', async () => {
  const written = async (from: string) => {
    const folder = await inNewFolder({ '.env': from });
    await assay(['init', '--from', '.env'], { cwd: folder });
    const { out } = await assay(['run', '--dry-run'], { cwd: folder });
    return /60 requests per minute|90 requests per minute/.exec(out)?.[0];
  };
  expect(await written(`PLATFORM_BASE_URL=${BASE}\n`)).toBe('60 requests per minute');
  expect(await written(`PLATFORM_BASE_URL=${BASE}\nASSAY_PACE=90/min\n`)).toBe(
    '90 requests per minute',
  );
});
