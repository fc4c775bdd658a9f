import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadTarget, missingSettings, readTarget, targetFrom, UsageError } from './index.js';

const folder = mkdtempSync(path.join(tmpdir(), 'assay-target-'));
const write = (name: string, content: unknown): string => {
  const file = path.join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};
const load = (file: string, environment: Record<string, string> = {}) =>
  loadTarget({ file, environment, cwd: folder });
const messageOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'no error';
};

describe('a target from the environment', () => {
  it('is undefined if nothing is configured', () => {
    expect(loadTarget({ environment: { PATH: '/bin' }, cwd: folder })).toBeUndefined();
  });
  it('contains numbers, no incomplete settings, and secrets with their names', () => {
    const target = loadTarget({
      environment: {
        EXPORT_BASE_URL: 'https://a.example/api/',
        EXPORT_SITE_ID: '1',
        EXPORT_TOKEN: 'token-1',
        EXPORT_DESTINATION_ID: '7',
        EXPORT_OTHER_TOKEN: 'lonely',
        ASSAY_PACE: '60/min',
      },
      cwd: folder,
    });
    expect(target?.export).toMatchObject({
      baseUrl: 'https://a.example/api',
      siteId: 1,
      destination: { id: 7, token: 'token-1' },
    });
    expect(target?.export?.otherDestination).toBeUndefined();
    expect(target?.pace).toEqual({ requests: 60, perMs: 60_000 });
    expect(target?.secrets).toContainEqual({ name: 'EXPORT_TOKEN', value: 'token-1' });
  });
  it('contains the value of the process environment instead of that of a .env file', () => {
    const file = write('one.env', 'EXPORT_BASE_URL=https://file.example\nEXPORT_SITE_ID=1\n');
    const target = loadTarget({
      envFiles: [file],
      environment: { EXPORT_SITE_ID: '2' },
      cwd: folder,
    });
    expect(target?.export).toMatchObject({ baseUrl: 'https://file.example', siteId: 2 });
  });
  it('names the variable, its value and the remedy', () => {
    const message = messageOf(() =>
      loadTarget({
        environment: { EXPORT_BASE_URL: 'shop', EXPORT_SITE_ID: 'x', ASSAY_PACE: 'fast' },
        cwd: folder,
      }),
    );
    expect(message).toContain(
      'EXPORT_BASE_URL must be an address such as https://export.example.com, but is "shop"',
    );
    expect(message).toContain('EXPORT_SITE_ID');
    expect(message).toContain('ASSAY_PACE must be a rate such as 60/min, but is "fast"');
  });
});

describe('a target file', () => {
  it('may contain ${NAME}, and an unset variable is named', () => {
    const file = write('a.json', {
      export: { baseUrl: 'https://a.example', destination: { id: 1, token: '${EXPORT_TOKEN}' } },
    });
    expect(load(file, { EXPORT_TOKEN: 'abc-def' })?.export?.destination).toEqual({
      id: 1,
      token: 'abc-def',
    });
    expect(messageOf(() => load(file))).toMatch(
      /export\.destination\.token refers to \$\{EXPORT_TOKEN\}, but EXPORT_TOKEN is not set/,
    );
  });
  it('names the nearest known key for an unknown one', () => {
    expect(messageOf(() => load(write('b.json', { exprot: {} })))).toContain(
      'unknown key "exprot". Did you mean "export"?',
    );
    expect(
      messageOf(() =>
        load(write('c.json', { export: { baseUrl: 'https://a.example', siteID: 1 } })),
      ),
    ).toContain('Did you mean "siteId"?');
  });
  it.each([
    ['no file', () => load(path.join(folder, 'missing.json')), /cannot be read/],
    ['no JSON', () => load(write('d.json', '{')), /is not valid JSON/],
    [
      'user info in an address',
      () => load(write('e.json', { export: { baseUrl: 'https://me:secret@a.example' } })),
      /user info/,
    ],
    [
      'a fixture that is no record',
      () =>
        load(
          write('f.json', {
            export: { baseUrl: 'https://a.example', fixture: write('g.ndjson', '{"id":1}\n[2]\n') },
          }),
        ),
      /[Ll]ine 2 of the fixture .* is not a JSON object/,
    ],
  ])('refuses %s without showing a secret', (_, run, message) => {
    expect(messageOf(run)).toMatch(message);
    expect(messageOf(run)).not.toContain('secret@');
  });
  it('may name a fixture in its folder', () => {
    write('h.ndjson', '{"id":1}\n\n{"id":2}\n');
    expect(
      load(write('h.json', { export: { baseUrl: 'https://a.example', fixture: 'h.ndjson' } }))
        ?.export?.fixture,
    ).toEqual([{ id: 1 }, { id: 2 }]);
  });
});

it('says which settings are missing, with their variables', () => {
  const target = targetFrom({ export: { baseUrl: 'https://a.example' } });
  expect(
    missingSettings(target, ['export.baseUrl', 'export.siteId', 'export.destination']),
  ).toEqual([
    'export.siteId (EXPORT_SITE_ID)',
    'export.destination (EXPORT_TOKEN, EXPORT_DESTINATION_ID)',
  ]);
});

describe('a secret that cannot be distinguished from other text', () => {
  const file = (token: string, allow = {}) => ({
    allow,
    export: { baseUrl: 'https://a.example', destination: { id: 1, token } },
  });
  it.each(['abc-1', 'products', 'Bearer'])('is refused: %s', (token) => {
    expect(messageOf(() => targetFrom(file(token)))).toMatch(
      /EXPORT_TOKEN is under 6 characters or a word/,
    );
  });
  it.each([
    'client:s3cr',
    'Bearer client:s3cr',
    `Basic ${Buffer.from('client:s3cr').toString('base64')}`,
  ])('is refused as a part of %s', (value) => {
    const composed = { platform: { baseUrl: 'https://a.example', headers: { 'X-Auth': value } } };
    expect(messageOf(() => targetFrom(composed))).toMatch(
      /PLATFORM_AUTH_VALUE_SECRET\w* is under 6/,
    );
  });
  it('is accepted if the target file permits it, and is named', () => {
    expect(targetFrom(file('products', { weakSecrets: true })).weakSecrets).toEqual([
      'EXPORT_TOKEN',
    ]);
  });
  it.each([
    [`Basic ${btoa('account-7:s3cr3t-9')}`, ['account-7:s3cr3t-9', 's3cr3t-9']],
    ['account-7:s3cr3t-9', ['account-7:s3cr3t-9', 's3cr3t-9']],
    ['Bearer s3cr3t-9', ['Bearer s3cr3t-9', 's3cr3t-9']],
    ['client_id=account-7; sid="s3cr3t-9"', ['s3cr3t-9']],
  ])('is looked for in each part of the header value %s, but the id', (value, hidden) => {
    const { secrets } = targetFrom({
      platform: { baseUrl: 'https://a.example', headers: { Authorization: value } },
    });
    const values = secrets.map((secret) => secret.value);
    expect(values).toEqual(expect.arrayContaining(hidden));
    expect(values).not.toContain('account-7');
  });
  it.each([
    ['name', 'of token-81 here'],
    ['export.siteId', '7654321'],
    ['export.baseUrl', 'https://a.example/token-81/v2'],
    ['templates.client.id', 'my-TOKEN-81'],
    ['the id in platform.headers', 'token-81'],
  ])(
    'is refused if it is also in %s, and marked as weak if the target file permits it',
    (setting, value) => {
      const settingOf = (place: string, otherwise: string): string =>
        place === setting ? value : otherwise;
      const token = setting === 'export.siteId' ? '654321' : 'token-81';
      const whole = (allow: object) =>
        targetFrom({
          allow,
          name: settingOf('name', 'staging'),
          export: {
            baseUrl: settingOf('export.baseUrl', 'https://a.example'),
            siteId: Number(settingOf('export.siteId', '1')),
            destination: { id: 1, token },
          },
          templates: {
            baseUrl: 'https://a.example',
            client: { id: settingOf('templates.client.id', 'north'), secret: 'another-secret' },
          },
          platform: {
            baseUrl: 'https://a.example',
            headers: {
              'X-Auth-Token': `${settingOf('the id in platform.headers', 'north')}:a-third-secret`,
            },
          },
        });
      expect(messageOf(() => whole({}))).toContain(
        `the value of EXPORT_TOKEN is also in ${setting}`,
      );
      expect(messageOf(() => whole({}))).not.toContain(token);
      expect(whole({ weakSecrets: true }).weakSecrets).toEqual(['EXPORT_TOKEN']);
    },
  );
});

it.each([
  'Host',
  'Content-Length',
  'transfer-encoding',
  'Connection',
  'Upgrade',
  'Keep-Alive',
  'Expect',
])("refuses %s as a configured header: it is the connection's", (name) => {
  const platform = { baseUrl: 'https://a.example', headers: { [name]: 'a value of mine' } };
  expect(() => targetFrom({ platform })).toThrow(`platform.headers names the header ${name}`);
});

it('says that a command does not test an interface whose suite is in another package', () => {
  const file = write('stock.json', { interfaces: { stock: { baseUrl: 'http://stock.test' } } });
  const unusedOf = (command: 'run' | 'judge') =>
    readTarget({ file, environment: {}, cwd: folder, command }).unused;
  expect(unusedOf('run')).toEqual([
    expect.stringMatching(/^interfaces\.stock has no effect on assay run: .* runSuites/),
  ]);
  expect(unusedOf('judge')).toEqual([]);
});
