import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tunnelProxy } from '../../../tests/http/tunnel-proxy.js';
import { systemClock } from '../../http/index.js';
import { startReference } from '../../reference/index.js';
import { loadCommand } from './load.js';

const PASSWORD = 'a-password-of-the-proxy';

it('sends all requests through the proxy, and writes no credential', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-load-proxy-'));
  const basic = Buffer.from(`me:${PASSWORD}`).toString('base64');
  const server = await startReference();
  const proxy = await tunnelProxy(`Basic ${basic}`);
  const file = (name: string, content: object) =>
    writeFile(path.join(folder, name), JSON.stringify(content));
  await file('target.json', {
    ...server.target,
    proxy: proxy.origin.replace('//', `//me:${PASSWORD}@`),
    noProxy: [],
  });
  const stages = [{ duration: '300ms', rate: 60 }];
  await file('mine.json', {
    model: 'open',
    stages,
    scenarios: [{ flow: 'first-page' }],
    connections: 2,
    sample: 1,
  });
  const out: string[] = [];
  const io = {
    ...{ environment: {}, cwd: folder, terminal: { out: false, err: false }, clock: systemClock },
    ...{ out: (text: string) => void out.push(text), err: (text: string) => void out.push(text) },
    signal: new AbortController().signal,
  };
  const code = await loadCommand(
    path.join(folder, 'mine.json'),
    { target: 'target.json', out: 'reports' },
    io,
  );
  proxy.close();
  await server.close();
  expect(code).toBe(0);
  // The survey before the load opens another connection than the two connections of the load.
  expect(proxy.asked.length).toBeGreaterThan(2);
  const names = await readdir(path.join(folder, 'reports'));
  const texts = await Promise.all(
    names.map((name) => readFile(path.join(folder, 'reports', name), 'utf8')),
  );
  await rm(folder, { recursive: true });
  const report = JSON.parse(texts[names.indexOf('load-report.json')] ?? '');
  expect(report.totals).toMatchObject({ answered: 18, wrong: 0 });
  expect(report.target.proxy).toBe(proxy.origin);
  expect(report.profile.engine).toBe('undici');
  expect(out.join('')).toContain(`requests went through the proxy ${proxy.origin}`);
  for (const secret of [PASSWORD, basic]) expect([...out, ...texts].join()).not.toContain(secret);
});
