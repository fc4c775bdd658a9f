import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { html } from '../src/page/html.js';
import { startReference } from '../src/reference/index.js';
import { uncompressed } from '../src/settings/index.js';
import { assay } from './gate/assay.js';

const entities = (text: string, spell: (code: number) => string): string =>
  [...text].map((character) => spell(character.codePointAt(0) ?? 0)).join('');
const escapeHtml = (text: string): string => String(html`${text}`);

/** MIME base64 with its line breaks, HTML entities, hexadecimal digits and other letter case. */
const otherSpellings = (value: string): readonly string[] => [
  Buffer.from(`${'-'.repeat(50)}${value}`)
    .toString('base64')
    .replace(/.{76}/g, '$&\r\n'),
  entities(value, (code) => `&#${code};`),
  entities(value, (code) => `&#x${code.toString(16)};`),
  Buffer.from(value).toString('hex'),
  value.toUpperCase(),
];

it('leaves no secret in any file, however a target echoes it', async () => {
  const secrets: Readonly<Record<string, string>> = {
    EXPORT_TOKEN: 'canary-Token_81x',
    ETM_CLIENT_SECRET: "c@nary s3cr:t/%&'ü",
    PLATFORM_AUTH_VALUE: 'client:canary+Platform',
    CDE_TOKEN: 'canary.Handover.81',
  };
  const reference = await startReference();
  const echo = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => {
      body += chunk;
    });
    req.on('end', () => {
      const values = Object.values(secrets);
      const forms = values.flatMap((value) => [
        value,
        encodeURIComponent(value),
        Buffer.from(value).toString('base64'),
        Buffer.from(`id:${value}`).toString('base64'),
        JSON.stringify(value),
        new URLSearchParams({ value }).toString(),
        ...otherSpellings(value),
      ]);
      res.setHeader('Set-Cookie', `sid=${encodeURIComponent(values[1] ?? '')}`);
      res.setHeader('X-Echo', encodeURIComponent(forms.join(' ')));
      res
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(
          JSON.stringify({ error: forms.join(' | '), headers: req.headers, url: req.url, body }),
        );
    });
  });
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  const address = echo.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  try {
    const dir = mkdtempSync(path.join(tmpdir(), 'assay-secret-'));
    const environment = {
      ...reference.environment(),
      ...secrets,
      EXPORT_BASE_URL: base,
      AUTH_URL: base,
      ETM_BASE_URL: base,
      PLATFORM_BASE_URL: base,
      CDE_BASE_URL: base,
    };
    const { code, out, err } = await assay(['run', '--out', dir, '--max-requests', '80'], {
      environment,
      cwd: dir,
    });
    expect(err).not.toContain('Internal error');
    expect(code).toBe(1);
    const texts = [
      out,
      err,
      ...readdirSync(dir).map((name) =>
        uncompressed(readFileSync(path.join(dir, name))).toString(),
      ),
    ];
    for (const value of Object.values(secrets)) {
      for (const form of [
        value,
        encodeURIComponent(value),
        Buffer.from(value).toString('base64'),
        JSON.stringify(value).slice(1, -1),
        ...otherSpellings(value),
      ]) {
        for (const stored of [form, JSON.stringify(form).slice(1, -1), escapeHtml(form)])
          expect(texts.filter((text) => text.includes(stored))).toEqual([]);
      }
    }
    expect(readdirSync(dir).length).toBeGreaterThanOrEqual(3);
  } finally {
    echo.closeAllConnections();
    echo.close();
    await reference.close();
  }
});
