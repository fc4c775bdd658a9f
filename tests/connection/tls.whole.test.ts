import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CertificateAuthority,
  makeCertificateAuthority,
} from '../../src/clients/certificate-authority.js';
import { type BehindTls, startBehindTls } from './behind-tls.js';

const PASSPHRASE = 'what-opens-the-key';

describe('a target behind TLS', () => {
  let ours: CertificateAuthority;
  let target: BehindTls;
  let demanding = '';

  beforeAll(async () => {
    ours = await makeCertificateAuthority('client');
    const encrypted = {
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: PASSPHRASE,
    } as const;
    target = await startBehindTls({
      'cert.pem': ours.cert,
      'key.pem': ours.key,
      'locked.pem': createPrivateKey(ours.key).export(encrypted),
      'text.pem': 'no certificate',
    });
    const { key, cert } = target.authority;
    const askForIt = { requestCert: true, rejectUnauthorized: true, ca: readFileSync(ours.file) };
    demanding = await target.listen(createServer({ key, cert, ...askForIt }, target.passOn));
  });
  afterAll(async () => {
    await target.close();
    ours.remove();
  });

  it('is judged where its authority is named, and else is told which setting to use', async () => {
    expect(await target.judge(target.plain, { tls: { ca: 'ca.pem' } })).toMatchObject({ code: 0 });
    const { code, err } = await target.judge(target.plain, {});
    expect(code).toBe(3);
    expect(err).toMatch(
      /Not judged: .*an unknown authority: name the authority with tls\.ca \(ASSAY_CA\)/,
    );
  });

  it('is shown our certificate where it asks for one, its key locked or not', async () => {
    const tls = { ca: 'ca.pem', cert: 'cert.pem', key: 'key.pem' };
    expect(await target.judge(demanding, { tls })).toMatchObject({ code: 0 });
    expect(await target.judge(demanding, { tls: { ca: 'ca.pem' } })).toMatchObject({ code: 3 });
    const locked = { tls: { ...tls, key: 'locked.pem', passphrase: '${ASSAY_KEY_PASSPHRASE}' } };
    const { code, files } = await target.judge(demanding, locked, [], {
      ASSAY_KEY_PASSPHRASE: PASSPHRASE,
    });
    expect(code).toBe(0);
    expect(Object.values(files).join()).not.toContain(PASSPHRASE);
  });

  it('is told that it offers HTTP/2, and is asked over HTTP/1.1 all the same', async () => {
    const versions = new Set<string>();
    const { key, cert } = target.authority;
    const server = createSecureServer({ key, cert, allowHTTP1: true }, (from, to) => {
      versions.add(from.httpVersion);
      target.passOn(from as unknown as IncomingMessage, to as unknown as ServerResponse);
    });
    const both = await target.listen(server);
    const { code, out, files } = await target.judge(both, { tls: { ca: 'ca.pem' } });
    expect(code).toBe(0);
    expect(out).toContain(`offered by ${both}; tested over HTTP/1.1`);
    expect(JSON.parse(files['report.json'] ?? '').http2).toEqual([both]);
    expect([...versions]).toEqual(['1.1']);
    expect((await target.judge(target.plain, { tls: { ca: 'ca.pem' } })).out).not.toContain(
      'HTTP/2',
    );
  });

  it('is judged unchecked with --insecure, and every report says so', async () => {
    const { code, out, files } = await target.judge(target.plain, {}, ['--insecure']);
    expect(code).toBe(0);
    const words = /certificates were not verified/;
    expect(out).toMatch(words);
    for (const name of ['report.html', 'summary.md', 'junit.xml', 'results.sarif', 'ctrf.json'])
      expect(files[name]).toMatch(words);
    for (const name of ['vendor.md', 'vendor.html'])
      expect(files[name]).toContain('without checking certificates');
    expect(JSON.parse(files['report.json'] ?? '').target.insecure).toBe(true);
    expect(
      (await target.judge(target.plain, { tls: { insecure: true } })).files['summary.md'],
    ).toMatch(words);
  });

  it.each([
    [{ tls: { ca: 'nope.pem' } }, /tls\.ca names nope\.pem, which cannot be read/],
    [{ tls: { ca: 'text.pem' } }, /tls\.ca names text\.pem, which contains no certificate/],
    [{ tls: { cert: 'cert.pem' } }, /tls\.cert needs tls\.key beside it/],
    [
      { tls: { cert: 'cert.pem', key: 'locked.pem' } },
      /tls\.key names locked\.pem, .*or needs another tls\.passphrase/,
    ],
    [
      { tls: { cert: 'ca.pem', key: 'key.pem' } },
      /tls\.key names key\.pem, which does not match the certificate/,
    ],
  ])('is refused with the setting and the remedy: %j', async (settings, message) => {
    const { code, err } = await target.judge(target.plain, settings);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });
});
