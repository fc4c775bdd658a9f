import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeCertificateAuthority } from '../../src/clients/certificate-authority.js';
import { startReference } from '../../src/reference/index.js';
import { assay } from '../gate/assay.js';

/** The one check that is judged: it needs a request. */
export const ONE = ['--check', 'platform.page.shape'];

/**
 * The reference server behind TLS; in the folder of each run stand these files beside `ca.pem`, its
 * authority.
 */
export async function startBehindTls(besides: Readonly<Record<string, string | Buffer>> = {}) {
  const reference = await startReference();
  const authority = await makeCertificateAuthority('localhost');
  const open: Server[] = [];

  function passOn(from: IncomingMessage, to: ServerResponse): void {
    const { origin, pathname } = new URL(reference.target.platform?.baseUrl ?? '');
    const headers = { ...from.headers, host: new URL(origin).host };
    const onward = request(
      new URL(`${pathname}${from.url}`, origin),
      { headers, method: from.method },
      (answer) => {
        to.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(to);
      },
    );
    from.pipe(onward);
  }

  /** Where a server of ours is reached until all is closed. */
  async function listen(server: Server): Promise<string> {
    open.push(server);
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    return `https://localhost:${(server.address() as AddressInfo).port}`;
  }

  /**
   * Judges one check of the server at `baseUrl` in a folder with the files, and answers all that
   * was written too.
   */
  async function judge(
    baseUrl: string,
    settings: object,
    argv: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
  ) {
    const cwd = mkdtempSync(path.join(tmpdir(), 'assay-connection-'));
    const files: Readonly<Record<string, string | Buffer>> = {
      'ca.pem': readFileSync(authority.file),
      ...besides,
      'assay.target.json': JSON.stringify({
        platform: { ...reference.target.platform, baseUrl },
        ...settings,
      }),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(cwd, name), text);
    const ran = await assay(['run', ...ONE, '--out', 'out', ...argv], { cwd, environment });
    const out = path.join(cwd, 'out');
    const written =
      ran.code === 2
        ? []
        : readdirSync(out).map((name) => [name, readFileSync(path.join(out, name), 'utf8')]);
    return { ...ran, files: Object.fromEntries(written) as Record<string, string> };
  }

  return {
    reference,
    authority,
    plain: await listen(createServer({ key: authority.key, cert: authority.cert }, passOn)),
    passOn,
    listen,
    judge,
    close: async () => {
      for (const server of open) server.close();
      await reference.close();
      authority.remove();
    },
  };
}

export type BehindTls = Awaited<ReturnType<typeof startBehindTls>>;
