import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReference } from '../../src/reference/index.js';
import type { SecretText, TargetFile } from '../../src/schema/types.js';
import { settings, uncompressed } from '../../src/settings/index.js';
import { assay } from '../gate/assay.js';
import { startFirewall } from '../http/firewall.js';

const HEADER = 'X-Corp-Key';
const printing = (text: string): string => `process.stdout.write(${JSON.stringify(text)})`;
const print = (text: string): readonly string[] => [process.execPath, '-e', printing(text)];

interface World {
  /** The address of a token endpoint that issues the token. */
  readonly tokenUrl: string;
  /** A new file in this folder counts the calls of a command. */
  readonly folder: string;
}

/** Each form of a credential, and the value that the target must receive. */
const FORMS: readonly (readonly [
  form: string,
  setting: (token: string, world: World) => SecretText,
  received: (token: string) => string,
])[] = [
  ['a text', (token) => token, (token) => token],
  ['a variable', () => '${CORP_KEY}', (token) => token],
  ['a text with a variable', () => 'Bearer ${CORP_KEY}', (token) => `Bearer ${token}`],
  ['a command', (token) => ({ command: print(token) }), (token) => token],
  [
    'a command with a scheme that prints JSON',
    (token) => ({ scheme: 'Bearer', command: print(JSON.stringify({ token })) }),
    (token) => `Bearer ${token}`,
  ],
  [
    'a command with a variable',
    (token) => ({
      command: [
        ...print(token).slice(0, 2),
        `"\${COMMAND_KEY}" === "a-command-key" && ${printing(token)}`,
      ],
    }),
    (token) => token,
  ],
  [
    'a refresh token',
    (_, { tokenUrl }) => ({ scheme: 'Bearer', refreshToken: 'refresh-of-the-test', tokenUrl }),
    (token) => `Bearer ${token}`,
  ],
];

/** Each place that takes a credential, and the checks that send requests there. */
const PLACES = {
  headers: 'export.root.status,platform.page.shape,templates.token.form',
  'export.headers': 'export.root.*',
  'templates.headers': 'templates.token.form',
  'platform.headers': 'platform.page.shape',
  'handover.headers': 'handover.transfer.*',
  'handover.token': 'handover.transfer.*',
} as const;
type Place = keyof typeof PLACES;
const places = Object.keys(PLACES) as Place[];

/** The target file with a credential at a place. */
function withCredential(file: TargetFile, place: Place, value: SecretText): TargetFile {
  const headers = { [HEADER]: value };
  if (place === 'headers') return { ...file, headers };
  if (place === 'handover.token')
    return { ...file, ...(file.handover && { handover: { ...file.handover, token: value } }) };
  const name = place.split('.')[0] as 'export' | 'templates' | 'platform' | 'handover';
  const section = file[name];
  return {
    ...file,
    ...(section && { [name]: { ...section, headers: { ...section.headers, ...headers } } }),
  };
}

/** A token endpoint that issues one token. */
async function startTokenEndpoint(token: string) {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600 }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
    close: () => void server.close(),
  };
}

/** Whether a request arrived at the interface whose settings have the credential. */
const isAt = (place: Place, { url = '' }: IncomingMessage, file: TargetFile): boolean => {
  if (place === 'headers') return true;
  const { templates } = file;
  const sections = {
    export: [file.export?.baseUrl],
    templates: [templates?.baseUrl, templates?.authUrl],
    platform: [file.platform?.baseUrl],
    handover: [file.handover?.baseUrl],
  };
  const section = place.split('.')[0] as keyof typeof sections;
  return sections[section].some((address = 'http://none') =>
    url.startsWith(new URL(address).pathname),
  );
};

describe.each(places)('a credential in %s', (place) => {
  it.each(FORMS)('is sent if it is %s, and no file shows it', async (_, setting, received) => {
    const reference = await startReference();
    const isToken = place === 'handover.token';
    const token = isToken ? (reference.target.handover?.token ?? '') : 'corp-credential-77';
    const endpoint = await startTokenEndpoint(token);
    // The handover API adds the scheme itself.
    const wanted = isToken ? `Bearer ${token}` : received(token);
    const firewall = await startFirewall(reference.target, (request) =>
      isAt(place, request, reference.target) &&
      !isToken &&
      request.headers[HEADER.toLowerCase()] !== wanted
        ? { status: 418, body: 'the credential is missing' }
        : undefined,
    );
    const { cwd } = await assay(['list', 'profiles']);
    try {
      const form = setting(token, { tokenUrl: endpoint.url, folder: cwd });
      const value = isToken && received(token) !== token ? withoutScheme(form) : form;
      const file = withCredential(firewall.target, place, value);
      writeFileSync(path.join(cwd, 'target.json'), JSON.stringify(file));
      const environment = { CORP_KEY: token, COMMAND_KEY: 'a-command-key' };
      const words = ['run', '--target', 'target.json', '--check', PLACES[place], '--out', 'out'];
      const { code, out, err } = await assay([...words, '--allow-destructive', '--no-preflight'], {
        cwd,
        environment,
      });
      expect([code, firewall.blocked.length, err.includes('Internal')]).toEqual([0, 0, false]);
      const arrived = firewall.seen.filter((request) => isAt(place, request, reference.target));
      expect(arrived.length).toBeGreaterThan(0);
      if (isToken) expect(arrived.map(({ headers }) => headers.authorization)).toContain(wanted);
      const files = ['ledger.ndjson.gz', 'report.json', 'report.html'].map((name) =>
        uncompressed(readFileSync(path.join(cwd, 'out', name))).toString(),
      );
      for (const text of [out, err, ...files]) {
        expect(text).not.toContain(token);
        expect(text).not.toContain('refresh-of-the-test');
      }
      if (isToken) return;
      const judged = await assay(['judge', 'out/ledger.ndjson.gz', '--out', 'judged'], { cwd });
      expect(judged.err).not.toMatch(/passed in the run/);
    } finally {
      await firewall.close();
      await reference.close();
      endpoint.close();
    }
  });
});

/** The source or text of a token without the scheme that its header would have. */
function withoutScheme(value: SecretText): SecretText {
  if (typeof value === 'string') return value.replace(/^Bearer /, '');
  const { scheme: _, ...source } = value;
  return source;
}

it('is renewed after a 401 in each place whose first request can be repeated', async () => {
  for (const place of ['headers', 'export.headers', 'platform.headers'] as const) {
    const reference = await startReference();
    const { cwd } = await assay(['list', 'profiles']);
    const counting = `const fs = require('fs'); fs.appendFileSync(${JSON.stringify(path.join(cwd, 'calls'))}, 'x');
      console.log('corp-token-' + fs.statSync(${JSON.stringify(path.join(cwd, 'calls'))}).size);`;
    const firewall = await startFirewall(reference.target, (request) =>
      isAt(place, request, reference.target) &&
      request.headers[HEADER.toLowerCase()] !== 'corp-token-2'
        ? { status: 401, body: 'expired' }
        : undefined,
    );
    try {
      const command = [process.execPath, '-e', counting];
      writeFileSync(
        path.join(cwd, 'target.json'),
        JSON.stringify(withCredential(firewall.target, place, { command })),
      );
      const check = place === 'export.headers' ? 'export.root.status' : 'platform.page.shape';
      const words = ['run', '--target', 'target.json', '--check', check, '--out', 'out'];
      const { code } = await assay([...words, '--no-preflight'], { cwd });
      expect([place, code, firewall.blocked.length]).toEqual([place, 0, 1]);
      expect(readFileSync(path.join(cwd, 'calls'), 'utf8')).toBe('xx');
    } finally {
      await firewall.close();
      await reference.close();
    }
  }
});

describe('a placeholder in a printed command', () => {
  it.each<readonly [string, SecretText, string]>([
    ['a command', { command: print('corp-credential-77') }, 'HEADERS_X_CORP_KEY'],
    ['a text', 'corp-credential-77', 'HEADER_X_CORP_KEY'],
    ['a variable of the user', '${CORP_KEY}', 'CORP_KEY'],
  ])(
    'is a variable of the settings, or is computed by the command (%s)',
    async (_, value, name) => {
      const reference = await startReference({ defects: ['platform.count-is-the-limit'] });
      const { cwd } = await assay(['list', 'profiles']);
      try {
        writeFileSync(
          path.join(cwd, 'target.json'),
          JSON.stringify(withCredential(reference.target, 'headers', value)),
        );
        const environment = { CORP_KEY: 'corp-credential-77' };
        const words = [
          'run',
          '--target',
          'target.json',
          '--check',
          'platform.page.*,export.root.*',
        ];
        await assay([...words, '--out', 'out'], { cwd, environment });
        const report = JSON.parse(readFileSync(path.join(cwd, 'out/report.json'), 'utf8'));
        const commands: string[] = report.checks
          .filter(({ verdict }: { verdict: string }) => verdict === 'failed')
          .flatMap((check: { commands: string[] }) => check.commands);
        const text = commands.join('\n');
        const token = `npx --no -- assay token --target target.json --secret ${name}`;
        if (typeof value === 'string') expect(text).toContain(`-H '${HEADER}: '"$(${token})"`);
        else {
          expect(commands[0]).toBe(`${name}="$(${token})"`);
          expect(text).toContain(`-H '${HEADER}: '"\${${name}}"`);
        }
        const known = new Set<string>(settings.map(({ variable }) => variable));
        const assigned = new Set(text.match(/^\w+(?==)/gm));
        const used = text.match(/(?<=\$\{)\w+/g) ?? [];
        expect(used.filter((one) => !known.has(one) && !assigned.has(one))).toEqual([]);
        const printed = await assay(token.split(' ').slice(4), { cwd, environment });
        expect(printed).toMatchObject({ code: 0, out: 'corp-credential-77\n', err: '' });
      } finally {
        await reference.close();
      }
    },
  );

  it('that no secret has is refused by assay token', async () => {
    const { cwd } = await assay(['list', 'profiles']);
    const file = {
      platform: { baseUrl: 'http://127.0.0.1:9', headers: { 'X-Key': 'a-secret-9' } },
    };
    writeFileSync(path.join(cwd, 'target.json'), JSON.stringify(file));
    const { code, err } = await assay(['token', '--target', 'target.json', '--secret', 'NONE'], {
      cwd,
    });
    expect([code, err]).toEqual([
      2,
      '--secret NONE is not a secret of the target. Known: PLATFORM_AUTH_VALUE.\n',
    ]);
  });
});
