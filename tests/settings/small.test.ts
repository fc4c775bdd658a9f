import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reference, startReference } from '../../src/reference/index.js';
import { loadTarget } from '../../src/settings/index.js';
import { assay } from '../gate/assay.js';

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

const newFolder = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const { cwd } = await assay(['list', 'profiles']);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(cwd, name), text);
  return cwd;
};

describe('a value of .env', () => {
  it.each([
    ['EXPORT_TOKEN=abcdef#ghi', true],
    ['EXPORT_TOKEN="abcdef#ghi"', false],
    ["EXPORT_TOKEN='abcdef#ghi'", false],
    ['EXPORT_TOKEN=abcdef # the token of staging', false],
    ['EXPORT_TOKEN=abcdef', false],
  ])('%s is reported as cut: %s', async (line, isCut) => {
    const cwd = await newFolder({ '.env': `EXPORT_BASE_URL=http://127.0.0.1:9\n${line}\n` });
    const { err } = await assay(['run', '--dry-run'], { cwd });
    expect(err.includes('.env: the value of EXPORT_TOKEN ends before its first #')).toBe(isCut);
  });
});

it('names PLATFORM_AUTH_VALUE for a line break in it, and PLATFORM_AUTH_HEADER for one in the name', () => {
  const load = (environment: Record<string, string>) => () =>
    loadTarget({
      environment: { PLATFORM_BASE_URL: 'https://a.example', ...environment },
      cwd: '/',
    });
  expect(load({ PLATFORM_AUTH_VALUE: 'client:secret-1\n' })).toThrow(
    'PLATFORM_AUTH_VALUE ends with a line break',
  );
  expect(load({ PLATFORM_AUTH_VALUE: 'client:secret-1', PLATFORM_AUTH_HEADER: 'X Auth' })).toThrow(
    'PLATFORM_AUTH_HEADER names a header "X Auth"',
  );
});

it('takes the settings of each interface from the environment, the member with the id included', () => {
  const target = loadTarget({
    environment: {
      EXPORT_BASE_URL: 'https://a.example',
      EXPORT_SNAPSHOT: '50',
      ETM_BASE_URL: 'https://a.example',
      ETM_REVOCATION_URL: 'https://a.example/revoke',
      PLATFORM_BASE_URL: 'https://a.example',
      PLATFORM_ID_MEMBER: 'uid',
      CDE_BASE_URL: 'https://a.example',
      CDE_HANDOVER_LISTING: '/of/{user}',
    },
    cwd: '/',
  });
  expect(target).toMatchObject({
    export: { snapshot: 50 },
    templates: { revocationUrl: 'https://a.example/revoke' },
    platform: { idMember: 'uid' },
    handover: { listing: '/of/{user}' },
  });
});

describe('init --ci', () => {
  const SECRETS =
    'EXPORT_TOKEN=token-of-export\nCDE_TOKEN=token-of-cde\nETM_CLIENT_SECRET=secret-of-etm\n';
  const ADDRESSES =
    'EXPORT_BASE_URL=https://a.example\nEXPORT_DESTINATION_ID=1\nCDE_BASE_URL=https://a.example\n' +
    'ETM_BASE_URL=https://a.example\nETM_CLIENT_ID=me\n';
  const workflows = ['.github/workflows/conformance.yml', '.gitlab-ci.yml'] as const;

  it.each([
    ['github', 0],
    ['gitlab', 1],
  ] as const)('passes every secret that the target file refers to (%s)', async (name, index) => {
    const cwd = await newFolder({ '.env': ADDRESSES + SECRETS });
    await assay(['init', '--from', '.env', '--ci', name], { cwd });
    const text = readFileSync(path.join(cwd, workflows[index]), 'utf8');
    for (const secret of ['EXPORT_TOKEN', 'CDE_TOKEN', 'ETM_CLIENT_SECRET'])
      expect(text).toContain(secret);
    expect(text).not.toContain('EXPORT_BASE_URL');
  });

  it('writes a target file with interfaces and without a pace, and passes its secrets', async () => {
    const cwd = await newFolder({});
    await assay(['init', '--ci', 'github'], { cwd });
    const file = JSON.parse(readFileSync(path.join(cwd, 'assay.target.json'), 'utf8'));
    expect(Object.keys(file)).toEqual(
      expect.arrayContaining(['export', 'templates', 'platform', 'handover']),
    );
    expect(file).not.toHaveProperty('pace');
    const workflow = readFileSync(path.join(cwd, workflows[0]), 'utf8');
    for (const name of ['EXPORT_TOKEN', 'ETM_CLIENT_SECRET', 'PLATFORM_AUTH_VALUE', 'CDE_TOKEN'])
      expect(workflow).toContain(`${name}: \${{ secrets.${name} }}`);
    const secrets = { EXPORT_TOKEN: 'token-of-export', ETM_CLIENT_SECRET: 'secret-of-etm' };
    const environment = {
      ...secrets,
      PLATFORM_AUTH_VALUE: 'value-of-plt',
      CDE_TOKEN: 'token-of-cde',
    };
    const plan = await assay(['run', '--dry-run'], { cwd, environment });
    expect(plan.code).toBe(0);
  });

  it('writes a target file with the interfaces of an existing .env', async () => {
    const cwd = await newFolder({ '.env': ADDRESSES + SECRETS });
    await assay(['init', '--ci', 'github'], { cwd });
    const file = JSON.parse(readFileSync(path.join(cwd, 'assay.target.json'), 'utf8'));
    expect(file).toMatchObject({ export: { destination: { token: '${EXPORT_TOKEN}' } } });
    expect(file).not.toHaveProperty('platform');
  });

  it('passes all that .env has set where the target file names no interface', async () => {
    const cwd = await newFolder({
      '.env': ADDRESSES + SECRETS,
      'assay.target.json': '{"pace": "60/min"}',
    });
    await assay(['init', '--ci', 'github'], { cwd });
    const text = readFileSync(path.join(cwd, workflows[0]), 'utf8');
    for (const name of ['EXPORT_BASE_URL', 'CDE_TOKEN'])
      expect(text).toContain(`${name}: \${{ secrets.${name} }}`);
  });
});

it('prints a token with the settings of --env', async () => {
  const lines = Object.entries(reference.environment()).map(
    ([name, value]) => `${name}='${value}'`,
  );
  const cwd = await newFolder({ 'staging.env': lines.join('\n') });
  expect(existsSync(path.join(cwd, 'staging.env'))).toBe(true);
  const { code, out } = await assay(['token', '--env', 'staging.env'], { cwd });
  expect(code).toBe(0);
  expect(out).toMatch(/^eyJ/);
});

it('prints a token that was requested in an unusual form, and names the forms', async () => {
  const cwd = await newFolder({});
  const environment = reference.environment();
  const request = async (form: string) =>
    assay(['token', '--basic', '--request', form], { cwd, environment });
  const { code, out } = await request('with-needless-escapes');
  expect(code).toBe(0);
  expect(out).toMatch(/^eyJ/);
  const unknown = await request('nonsense');
  expect(unknown.code).toBe(2);
  expect(unknown.err).toContain('--request nonsense is not known. Known: with-needless-escapes,');
});

it('prints a token of the second client, by the form and by Basic', async () => {
  const cwd = await newFolder({});
  const environment = reference.environment();
  for (const options of [[], ['--basic']]) {
    const { code, out } = await assay(['token', '--client', 'other', ...options], {
      cwd,
      environment,
    });
    expect(code).toBe(0);
    const claims = JSON.parse(Buffer.from(out.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ sub: environment.ETM_OTHER_CLIENT_ID });
  }
});
