import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTarget, type TargetCommand, UsageError } from './index.js';

const folder = mkdtempSync(path.join(tmpdir(), 'assay-fill-'));
const file = (name: string, content: unknown): string => {
  const full = path.join(folder, name);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, typeof content === 'string' ? content : JSON.stringify(content));
  return full;
};
const exported = { baseUrl: 'https://export.example.com', siteId: 1 };
const read = (
  target: string,
  environment: Record<string, string>,
  command: TargetCommand = 'run',
) => readTarget({ file: target, environment, cwd: folder, command });

describe('general settings of the environment', () => {
  it('add what a target file with interfaces leaves out', () => {
    const target = file('whole.json', { export: exported, concurrency: 2 });
    const found = read(target, { ASSAY_PACE: '60/min', ASSAY_TIMEOUT: '3s', ASSAY_PATIENCE: '4s' });
    expect(found.target).toMatchObject({
      pace: { requests: 60, perMs: 60_000 },
      timeoutMs: 3000,
      patienceMs: 4000,
    });
    expect(found.target?.concurrency).toBe(2);
    expect(found.unused).toEqual([]);
  });

  it('do not replace settings of the file, and are reported as unused', () => {
    const target = file('paced.json', { export: exported, pace: '30/min' });
    const found = read(target, { ASSAY_PACE: '60/min' });
    expect(found.target?.pace).toEqual({ requests: 30, perMs: 60_000 });
    expect(found.unused.join()).toContain('ASSAY_PACE: set in the environment, but');
  });

  it('are not reported as unused if the file has the same value or refers to them', () => {
    const same = file('same.json', { export: exported, pace: '60/min' });
    expect(read(same, { ASSAY_PACE: '60/min' }).unused).toEqual([]);
    const referring = file('referring.json', { export: exported, pace: '${ASSAY_PACE}' });
    expect(read(referring, { ASSAY_PACE: '60/min' }).unused).toEqual([]);
  });

  it('add single members to a group of settings', () => {
    const target = file('grouped.json', { export: exported, tls: { insecure: true } });
    const found = read(target, {
      ASSAY_NO_PROXY: 'localhost',
      ASSAY_PROXY: 'http://proxy.example.com:1',
    });
    expect(found.target?.connection).toMatchObject({
      insecure: true,
      proxy: { except: ['localhost'] },
    });
  });

  it('contain paths relative to the working directory', () => {
    const target = file('below/target.json', { export: exported });
    expect(() => read(target, { ASSAY_CA: 'missing.pem' })).toThrow(
      'The environment: ASSAY_CA names missing.pem, which cannot be read.',
    );
    file('products.ndjson', '{"id":1}\n');
    const general = file('below/general.json', { name: 'general' });
    const environment = {
      EXPORT_BASE_URL: 'https://export.example.com',
      EXPORT_FIXTURE: 'products.ndjson',
    };
    expect(read(general, environment).target?.export?.fixture).toEqual([{ id: 1 }]);
  });

  it('are named by their variables in messages about their values', () => {
    const target = file('bare.json', { export: exported });
    expect(() => read(target, { ASSAY_PACE: 'fast' })).toThrow(
      'The environment: ASSAY_PACE must be a rate',
    );
    expect(() => read(target, { ASSAY_PACE: '0/min' })).toThrow(
      'The environment: ASSAY_PACE is 0/min',
    );
    expect(() => read(target, { ASSAY_PACEE: '60/min' })).toThrow(
      'ASSAY_PACEE (did you mean ASSAY_PACE?)',
    );
  });
});

describe('settings without effect', () => {
  it('of interfaces are reported with their source', () => {
    const env = file('staging.env', 'EXPORT_CHANNEL_ID=4\n');
    const target = file('owning.json', { export: exported });
    const { unused } = readTarget({
      file: target,
      envFiles: [env],
      environment: { CDE_TOKEN: 'a-token-of-cde' },
      cwd: folder,
    });
    expect(unused).toHaveLength(2);
    expect(unused.join('\n')).toContain(
      `EXPORT_CHANNEL_ID: set in ${env}, but ${target} does not use it`,
    );
    expect(unused.join('\n')).toContain('CDE_TOKEN: set in the environment');
  });

  it('are reported with the variable that is missing', () => {
    const { unused } = readTarget({
      environment: {
        EXPORT_BASE_URL: 'https://a.example',
        EXPORT_OTHER_TOKEN: 'lonely-token',
        CDE_TOKEN: 'cde-token',
      },
      cwd: folder,
    });
    expect(unused).toEqual([
      'EXPORT_OTHER_TOKEN is set, but has no effect: EXPORT_OTHER_DESTINATION_ID is not set.',
      'CDE_TOKEN is set, but has no effect: CDE_BASE_URL is not set.',
    ]);
  });

  it('are reported with the base URL, if everything else is set', () => {
    const unusedOf = (environment: Readonly<Record<string, string>>) =>
      readTarget({
        environment: { PLATFORM_BASE_URL: 'https://b.example', ...environment },
        cwd: folder,
      }).unused;
    expect(unusedOf({ EXPORT_TOKEN: 'a-token', EXPORT_DESTINATION_ID: '3' })).toEqual([
      'EXPORT_TOKEN is set, but has no effect: EXPORT_BASE_URL is not set.',
      'EXPORT_DESTINATION_ID is set, but has no effect: EXPORT_BASE_URL is not set.',
    ]);
    expect(unusedOf({ PLATFORM_AUTH_HEADER: 'X-Key' })).toEqual([
      'PLATFORM_AUTH_HEADER is set, but has no effect: PLATFORM_AUTH_VALUE is not set.',
    ]);
    expect(unusedOf({ ASSAY_HEADERS: ' ' })).toEqual([
      'ASSAY_HEADERS is set, but has no effect: its value is empty.',
    ]);
  });

  it('may be invalid if no request is sent', () => {
    const target = file('judged.json', {
      export: exported,
      proxy: 'nonsense://x',
      tls: { ca: 'missing.pem' },
    });
    expect(() => read(target, {})).toThrow(UsageError);
    const { target: judged, unused } = read(target, {}, 'judge');
    expect(judged?.connection).toBeUndefined();
    expect(unused.join()).toMatch(
      /assay judge sends no requests, so it does not use proxy .*, tls\.ca /,
    );
  });
});
