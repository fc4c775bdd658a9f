import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { assay } from './assay.js';
import { startChanged } from './changed.js';

describe('a green', () => {
  it('leaves out what is not configured, and names it in a line', async () => {
    const { environment, close } = await startChanged(() => undefined);
    try {
      const own = Object.entries(environment()).filter(([name]) => name.startsWith('PLATFORM_'));
      const { code, out } = await assay(['run'], { environment: Object.fromEntries(own) });
      expect(code).toBe(0);
      expect(out).toMatch(
        /Not tested +not configured: export \(needs .*\), templates \(.*\), handover \(/,
      );
      expect(out).toMatch(/Coverage +9 of 9 must clauses/);
    } finally {
      await close();
    }
  });
});

describe('what is judged', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-named-'));

  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['nothing', { CI: 'true' }, /--reference tests the embedded server/],
    [
      'a misspelt setting',
      { EXPORT_BASEURL: 'http://127.0.0.1:1', EXPORT_TOKEN: 'abc' },
      /EXPORT_BASEURL \(did you mean EXPORT_BASE_URL\?\)/,
    ],
    [
      'a token with a line end',
      {
        EXPORT_BASE_URL: 'http://a.example',
        EXPORT_TOKEN: 'token-of-main\n',
        EXPORT_DESTINATION_ID: '1',
      },
      /^EXPORT_TOKEN ends with a line break/,
    ],
    [
      'a token no header carries',
      {
        EXPORT_BASE_URL: 'http://a.example',
        EXPORT_TOKEN: 'to\u2192ken-of-main',
        EXPORT_DESTINATION_ID: '1',
      },
      /^EXPORT_TOKEN contains U\+2192 as character 3/,
    ],
    [
      'a port beyond all',
      { EXPORT_BASE_URL: 'http://127.0.0.1:99999' },
      /EXPORT_BASE_URL must be an address/,
    ],
    [
      'a pace of nothing',
      { EXPORT_BASE_URL: 'http://a.example', ASSAY_PACE: '0/min' },
      /ASSAY_PACE is 0\/min/,
    ],
    [
      'a pace no timer holds',
      { EXPORT_BASE_URL: 'http://a.example', ASSAY_PACE: '0.001/h' },
      /ASSAY_PACE is 0\.001\/h/,
    ],
    [
      'an id that loses digits',
      { EXPORT_BASE_URL: 'http://a.example', EXPORT_SITE_ID: '90071992547409931' },
      /EXPORT_SITE_ID must be/,
    ],
  ])('is not guessed from %s: exit 2 in one line', async (_, environment, message) => {
    const { code, err } = await assay(['run'], { environment, cwd: folder });
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('is assay.target.json of the working directory before the environment, with a scheme in any case', async () => {
    const { target, close } = await startChanged(() => undefined);
    const cwd = mkdtempSync(path.join(tmpdir(), 'assay-implied-'));
    try {
      const { platform } = JSON.parse(JSON.stringify(target).replaceAll('http:', 'HTTP:'));
      writeFileSync(
        path.join(cwd, 'assay.target.json'),
        JSON.stringify({ name: 'implied', platform }),
      );
      const { code, out } = await assay(['run', '--json', '--check', 'platform.page.*'], {
        environment: { EXPORT_BASE_URL: 'http://127.0.0.1:1' },
        cwd,
      });
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ target: { name: 'implied', origin: 'file' } });
    } finally {
      await close();
    }
  });
});

describe('preflight', () => {
  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['a wrong token', { EXPORT_TOKEN: 'not-the-one' }, /destination \d+ refuses EXPORT_TOKEN: 403/],
    [
      'a wrong client',
      { ETM_CLIENT_SECRET: 'not-the-one' },
      /refuses ETM_CLIENT_ID and ETM_CLIENT_SECRET: 401/,
    ],
    ['a wrong header', { PLATFORM_AUTH_VALUE: 'not:the-one' }, /refuses PLATFORM_AUTH_VALUE/],
    ['a wrong collection', { PLATFORM_COLLECTIONS: 'fruits' }, /PLATFORM_COLLECTIONS names fruits/],
    [
      'an address where nobody is',
      { CDE_BASE_URL: 'http://127.0.0.1:1' },
      /CDE_BASE_URL http:\/\/127\.0\.0\.1:1: connection refused/,
    ],
  ])('tells %s in one line and ends with 3', async (_, wrong, message) => {
    const { environment, close, arrived } = await startChanged(() => undefined);
    try {
      const { code, out, err } = await assay(['run'], {
        environment: { ...environment(), ...wrong },
      });
      expect(code).toBe(3);
      expect(err).toMatch(message);
      expect(out).not.toMatch(message);
      expect(err.trim().split('\n')).toHaveLength(1);
      expect(arrived.length).toBeLessThan(12);
    } finally {
      await close();
    }
  });

  it.each<[string, (baseUrl: string) => string]>([
    ['one path too long', (baseUrl) => `${baseUrl}/v1`],
    ['one path too short', (baseUrl) => baseUrl.slice(0, baseUrl.lastIndexOf('/'))],
  ])(
    'calls an address that is %s wrong where the export is all that is configured',
    async (_, change) => {
      const { environment, close } = await startChanged(() => undefined);
      try {
        const exported = Object.entries(environment()).filter(([name]) =>
          name.startsWith('EXPORT_'),
        );
        const settings = Object.fromEntries(exported);
        const wrong = { ...settings, EXPORT_BASE_URL: change(settings.EXPORT_BASE_URL ?? '') };
        const { code, err } = await assay(['run'], { environment: wrong });
        expect(code).toBe(3);
        expect(err).toMatch(/^Not judged: EXPORT_BASE_URL http.*: 404/);
      } finally {
        await close();
      }
    },
  );

  it('names the request whose connection dropped by the command that sends it', async () => {
    const { environment, close } = await startChanged(({ url }) =>
      url.includes('limit=') ? 'reset' : undefined,
    );
    try {
      const { code, out } = await assay(['run', '--check', 'export.list.window'], {
        environment: environment(),
      });
      expect(code).toBe(3);
      expect(out).toMatch(/reset: the connection was lost .*\n +reproduce curl .*\?limit=/);
    } finally {
      await close();
    }
  });

  it('names site and channel where they have no products', async () => {
    const { environment, close } = await startChanged(() => undefined);
    try {
      const wrong = { ...environment(), EXPORT_CHANNEL_ID: '999' };
      const { out } = await assay(['run', '--check', 'export.list.window'], { environment: wrong });
      expect(out).toContain('check siteId and channelId');
    } finally {
      await close();
    }
  });
});
