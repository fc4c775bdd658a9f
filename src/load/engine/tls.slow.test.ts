import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCertificateAuthority } from '../../clients/certificate-authority.js';
import { engineNames } from './engines.js';
import { message } from './message.js';
import { openPool, type PoolOptions } from './pool.js';
import type { Outcome } from './ticket.js';
import type { Opening } from './wire.js';

describe('a target with TLS', () => {
  const versions: string[] = [];
  let origin = '';
  let ca: Buffer;
  let close = (): void => {};

  beforeAll(async () => {
    const { key, cert, file, remove } = await makeCertificateAuthority('localhost');
    ca = readFileSync(file);
    const server = createSecureServer({ key, cert, allowHTTP1: true }, (request, response) => {
      versions.push(request.httpVersion);
      response.end('x');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    origin = `https://localhost:${typeof address === 'object' ? address?.port : 0}`;
    close = () => {
      server.close();
      remove();
    };
  });
  afterAll(() => close());

  afterEach(() => {
    versions.length = 0;
    vi.restoreAllMocks();
  });

  /** Makes all connections trust the certificate. */
  function trustCertificate(): void {
    const { connect } = tls;
    vi.spyOn(tls, 'connect').mockImplementation((...words: unknown[]) =>
      Reflect.apply(connect, tls, [...words.slice(0, -1), { ...Object(words.at(-1)), ca }]),
    );
  }

  async function askOnce(options: Pick<PoolOptions, 'engine' | 'http2'>) {
    const openings: Opening[] = [];
    const opened = (opening: Opening): void => void openings.push(opening);
    const pool = await openPool({
      origin,
      connections: 1,
      timeout: 500,
      backlog: 10,
      opened,
      ...options,
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
    const outcome = await new Promise<Outcome>((resolve) =>
      pool.submit({
        ...{ request, intended: performance.now(), sent: 0, firstByte: 0, tries: 0, keep: true },
        settle: (_, how) => resolve(how),
      }),
    );
    await pool.close('test over');
    return { outcome, openings, counts: pool.counts };
  }

  it.each(engineNames)(
    'receives no request if its certificate is not trusted (%s)',
    async (engine) => {
      const { outcome, openings, counts } = await askOnce({ engine });
      expect(outcome).toEqual({ kind: 'dropped', reason: 'no connection was free in time' });
      expect(counts.connectFailures).toBeGreaterThan(0);
      expect(openings).toEqual([]);
      expect(versions).toEqual([]);
    },
  );

  it.each([
    ['autocannon', false, '1.1'],
    ['undici', false, '1.1'],
    ['undici', true, '2.0'],
  ] as const)(
    'receives requests from %s with http2 %s in HTTP/%s, and the duration of its handshake is reported',
    async (engine, http2, version) => {
      trustCertificate();
      const { outcome, openings } = await askOnce({ engine, http2 });
      expect(outcome.kind === 'answered' && outcome.answer.body.toString()).toBe('x');
      expect(versions).toEqual([version]);
      expect(openings).toHaveLength(1);
      expect(openings[0]?.connectMs).toBeGreaterThan(0);
      expect(openings[0]?.tlsMs).toBeGreaterThan(0);
    },
  );
});
