import { readFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type CertificateAuthority,
  makeCertificateAuthority,
} from '../../src/clients/certificate-authority.js';
import { engineNames } from '../../src/load/engine/engines.js';
import { message } from '../../src/load/engine/message.js';
import { openPool } from '../../src/load/engine/pool.js';
import type { Outcome } from '../../src/load/engine/ticket.js';
import type { Opening } from '../../src/load/engine/wire.js';
import type { Connection } from '../../src/settings/index.js';
import { type TunnelProxy, tunnelProxy } from '../http/tunnel-proxy.js';

const ME = 'Basic bWU6cGFzc3dvcmQ=';

describe('load on a target that is not reached the plain way', () => {
  const open: Server[] = [];
  let authority: CertificateAuthority;
  let ours: CertificateAuthority;
  let proxy: TunnelProxy;
  let [plain, secure, demanding] = ['', '', ''];

  beforeAll(async () => {
    authority = await makeCertificateAuthority('localhost');
    ours = await makeCertificateAuthority('client');
    proxy = await tunnelProxy(ME);
    const { key, cert } = authority;
    const listen = async (server: Server, scheme: string): Promise<string> => {
      open.push(server);
      await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
      return `${scheme}://localhost:${(server.address() as AddressInfo).port}`;
    };
    const askForIt = { requestCert: true, rejectUnauthorized: true, ca: readFileSync(ours.file) };
    plain = await listen(
      createHttp((_, to) => to.end('plain')),
      'http',
    );
    secure = await listen(
      createHttps({ key, cert }, (_, to) => to.end('secure')),
      'https',
    );
    demanding = await listen(
      createHttps({ key, cert, ...askForIt }, (_, to) => to.end('demanding')),
      'https',
    );
  });
  beforeEach(() => void proxy.asked.splice(0));
  afterAll(() => {
    for (const server of [...open, proxy]) server.close();
    authority.remove();
    ours.remove();
  });

  const ca = (): Connection => ({ ca: readFileSync(authority.file, 'utf8') });
  const through = (more: Partial<NonNullable<Connection['proxy']>> = {}): Connection => ({
    proxy: { origin: proxy.origin, authorization: ME, setting: 'proxy', except: [], ...more },
  });

  describe.each(engineNames)('by %s', (engine) => {
    /**
     * Two requests on two connections: what was answered, or why not, and how the connections were
     * opened.
     */
    async function ask(origin: string, connection: Connection) {
      const openings: Opening[] = [];
      const opened = (opening: Opening): void => void openings.push(opening);
      const pool = await openPool({
        origin,
        engine,
        connection,
        connections: 2,
        timeout: 1000,
        backlog: 10,
        opened,
      });
      const sent = message({ method: 'GET', url: new URL(origin), headers: {} });
      const request = {
        origin,
        title: 'x',
        message: sent,
        expects: 200,
        repeatable: true,
        reads: true,
      };
      const outcomes = await Promise.all(
        [1, 2].map(
          () =>
            new Promise<Outcome>((resolve) =>
              pool.submit({
                ...{
                  request,
                  intended: performance.now(),
                  sent: 0,
                  firstByte: 0,
                  tries: 0,
                  keep: true,
                },
                settle: (_, outcome) => resolve(outcome),
              }),
            ),
        ),
      );
      await pool.close('test over');
      const told = outcomes.map((one) =>
        one.kind === 'answered' ? one.answer.body.toString() : one.kind,
      );
      return { told, openings, connectFailures: pool.counts.connectFailures };
    }

    it('trusts its authority and shows our certificate', async () => {
      expect((await ask(secure, ca())).told).toEqual(['secure', 'secure']);
      const { key, cert } = ours;
      expect((await ask(demanding, { ...ca(), key, cert })).told).toEqual([
        'demanding',
        'demanding',
      ]);
      expect((await ask(secure, { insecure: true })).told).toEqual(['secure', 'secure']);
    });

    it('goes through its proxy, once for each connection, and times tunnel and handshake', async () => {
      const { told, openings } = await ask(secure, { ...ca(), ...through() });
      expect(told).toEqual(['secure', 'secure']);
      expect(proxy.asked).toEqual(Array(2).fill(`${new URL(secure).host} ${ME}`));
      expect(openings.map(({ connectMs, tlsMs = 0 }) => connectMs > 0 && tlsMs > 0)).toEqual([
        true,
        true,
      ]);
    });

    it('goes through a tunnel without TLS too, where the target names the proxy', async () => {
      expect((await ask(plain, through())).told).toEqual(['plain', 'plain']);
      expect(proxy.asked).toHaveLength(2);
      expect((await ask(plain, through({ setting: 'HTTPS_PROXY' }))).told).toEqual([
        'plain',
        'plain',
      ]);
      expect((await ask(plain, through({ except: ['localhost'] }))).told).toEqual([
        'plain',
        'plain',
      ]);
      expect(proxy.asked).toHaveLength(2);
    });

    it('sends nothing where the proxy refuses', async () => {
      const { told, connectFailures } = await ask(
        plain,
        through({ authorization: 'Basic bm9ib2R5' }),
      );
      expect(told).toEqual(['dropped', 'dropped']);
      expect(connectFailures).toBeGreaterThan(1);
    });
  });
});
