import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBaseline } from '../../src/cli/baseline/baseline.js';
import { profileOfHar } from '../../src/load/har/profile.js';
import { readProfile } from '../../src/load/index.js';
import { targetFrom, UsageError } from '../../src/settings/index.js';
import { assay } from '../gate/assay.js';

const BOM = '\u{FEFF}';
const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8 with a byte order mark': (text) => Buffer.from(BOM + text),
  "UTF-16, as PowerShell's > writes it": (text) => Buffer.from(`${BOM}${text}\r\n`, 'utf16le'),
};

const folder = mkdtempSync(path.join(tmpdir(), 'assay-files-'));
const write = (name: string, content: Buffer): string => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};

const target = targetFrom({ export: { baseUrl: 'https://a.example', siteId: 1, channelId: 2 } });
const url = 'https://a.example/sites/1/channels/2/destinations/3/products';
const har = JSON.stringify({
  log: {
    entries: [
      {
        startedDateTime: '2026-01-01T00:00:00Z',
        time: 1,
        request: { method: 'GET', url, headers: [] },
        response: { status: 200, headers: [], content: { text: '[]', size: 2 } },
      },
    ],
  },
});
const profile = JSON.stringify({
  model: 'open',
  stages: [{ duration: '1s', rate: 1 }],
  scenarios: [{ flow: 'first-page' }],
});

describe.each(Object.entries(encodings))('a file in %s', (name, encoded) => {
  const word = name.replace(/\W+/g, '-');

  it('is a load profile', () => {
    expect(readProfile(write(`${word}-profile.json`, encoded(profile))).scenarios).toHaveLength(1);
  });

  it('is a baseline', () => {
    expect(
      readBaseline(write(`${word}-baseline.json`, encoded('{"accepted": []}'))).accepted,
    ).toEqual([]);
  });

  it('is a HAR file for a load profile', async () => {
    expect(
      (await profileOfHar(write(`${word}-load.har`, encoded(har)), target)).profile,
    ).toHaveProperty('scenarios');
  });

  it('is a recording', async () => {
    const { cwd } = await assay(['list', 'profiles']);
    writeFileSync(path.join(cwd, 'traffic.har'), encoded(har));
    writeFileSync(
      path.join(cwd, 'target.json'),
      encoded(JSON.stringify({ export: { baseUrl: 'https://a.example' } })),
    );
    const { code, err } = await assay(
      ['judge', 'traffic.har', '--target', 'target.json', '--out', 'out'],
      { cwd },
    );
    expect(err).not.toContain('is not an exchange');
    expect(code).not.toBe(2);
  });
});

it.each([
  ['load profile', (file: string) => readProfile(file)],
  ['baseline', (file: string) => readBaseline(file)],
] as const)('names a %s in Latin-1', (kind, read) => {
  const file = write(`${kind.replace(' ', '-')}.json`, Buffer.from('{"name": "Zürich"}', 'latin1'));
  expect(() => read(file)).toThrow(UsageError);
  expect(() => read(file)).toThrow(
    `The ${kind} ${file} is neither UTF-8 nor UTF-16: byte 0xFC at position 12`,
  );
});
