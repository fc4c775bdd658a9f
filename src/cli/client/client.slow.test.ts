import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, it, vi } from 'vitest';
import { systemClock } from '../../http/index.js';
import { readLedger, textOfLedger } from '../../ledger/index.js';
import { packageRoot } from '../../schema/validate.js';
import { UsageError } from '../../settings/index.js';
import { type ClientCommandOptions, clientCommand } from './client.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly folder: string;
}

async function run(
  command: readonly string[],
  options: ClientCommandOptions = {},
  { signal = new AbortController().signal, environment = process.env } = {},
): Promise<Run> {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'assay-client-')), 'out');
  folders.push(path.dirname(folder));
  const texts = { out: '', err: '' };
  const code = await clientCommand(
    command,
    { out: folder, ...options },
    {
      environment,
      cwd: packageRoot,
      out: (text) => {
        texts.out += text;
      },
      err: (text) => {
        texts.err += text;
      },
      terminal: { out: false, err: false },
      signal,
      clock: systemClock,
    },
  );
  return { code, ...texts, folder };
}

const script = (text: string): readonly string[] => [
  process.execPath,
  '--input-type=module',
  '-e',
  text,
];
const CALL_ALWAYS = `for (;;) await fetch(process.env.AUTH_URL).catch(() => {})`;
const CALL_LEGACY = `const e = process.env;
const answer = await fetch(\`\${e.EXPORT_BASE_URL}/\${e.EXPORT_SITE_ID}/\${e.EXPORT_CHANNEL_ID}\`,
  { headers: { 'X-EA-Auth-Token': e.EXPORT_TOKEN } });
console.error(await answer.text(), JSON.stringify(e));`;

describe.concurrent('assay client', () => {
  it('reports the violated clause and a command to repeat the scenario, without secrets', async ({
    expect,
  }) => {
    const { code, out, folder } = await run(script(CALL_LEGACY), {
      scenario: ['clients.export.headers-legacy'],
    });
    expect(code).toBe(1);
    expect(out).toContain('✗ CLI-EXP-1');
    expect(out).toContain('expected  X-Destination-Id on /');
    expect(out).toContain(
      're-run    npx --no -- assay client --scenario clients.export.headers-legacy --seed 1 -- ',
    );
    for (const file of [
      'report.json',
      'report.html',
      'junit.xml',
      'ctrf.json',
      'results.sarif',
      'summary.md',
    ])
      expect(readFileSync(path.join(folder, file), 'utf8'), file).toMatch(
        /GET .*-(>|&gt;|&#62;) 401.*the client ended/s,
      );
    const ledger = textOfLedger(path.join(folder, 'ledger.ndjson.gz'));
    expect(ledger).toContain('${EXPORT_TOKEN}');
    expect(ledger).not.toMatch(/et_[\w-]{20}/);
  });

  it('gives the client the same addresses for the same seed', async ({ expect }) => {
    const urls = async (seed: number): Promise<readonly string[]> => {
      const { folder } = await run(script(CALL_LEGACY), {
        scenario: ['clients.export.headers-legacy'],
        seed,
      });
      const { exchanges } = readLedger(path.join(folder, 'ledger.ndjson.gz'));
      return [...exchanges.values()].map(({ request }) => new URL(request.url).pathname);
    };
    const [first, again, other] = await Promise.all([urls(7), urls(7), urls(8)]);
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('fails for a warning only with --strict', async ({ expect }) => {
    const once = script(`await fetch(process.env.AUTH_URL +
      '/realms/External-Applications/protocol/openid-connect/token', { method: 'POST' });`);
    const scenario = ['clients.token.unavailable'];
    expect((await run(once, { scenario })).code).toBe(0);
    expect((await run(once, { scenario, strict: true })).code).toBe(1);
  });

  it('fails a client that crashes, and reports its error message', async ({ expect }) => {
    const { code, out } = await run(script(`console.error('no idea'); process.exit(5)`), {
      scenario: ['clients.token.reuse'],
    });
    expect(code).toBe(1);
    expect(out).toContain('expected  the task "list-templates 5"');
    expect(out).toContain('got       no request: exit code 5, with the message: no idea');
    const thrown = await run(script(`throw new TypeError('no such thing')`), {
      scenario: ['clients.token.reuse'],
    });
    expect(thrown.out).toContain('exit code 1, with the message: TypeError: no such thing');
  });

  it('does not wait for a process that a client left behind, but names it and ends it', async ({
    expect,
  }) => {
    const detached = script(`import { spawn } from 'node:child_process';
      const child = spawn('sleep', ['30'], { detached: true, stdio: 'inherit' });
      child.unref();
      await fetch(process.env.AUTH_URL);
      console.error('child', child.pid);
      process.exit(0);`);
    const { out, folder } = await run(detached, { scenario: ['clients.token.reuse'] });
    const { durationMs } = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'));
    expect(durationMs).toBeLessThan(10_000);
    if (process.platform !== 'linux') return;
    const [, id] = /process (\d+) \(sleep 30\)/.exec(out) ?? [];
    expect(out).toContain('the client left a process behind');
    const isAlive = (): boolean =>
      existsSync(`/proc/${id}/fd`) &&
      /^State:\t[SR]/m.test(readFileSync(`/proc/${id}/status`, 'utf8'));
    await vi.waitFor(() => expect(isAlive()).toBe(false));
  });

  it('gives a client its own secret and home folder in each scenario', async ({ expect }) => {
    const cached = script(`import { existsSync, writeFileSync } from 'node:fs';
      const e = process.env;
      const file = e.HOME + '/.token';
      console.error(existsSync(file), e.HOME, e.TMPDIR.startsWith(e.HOME), e.XDG_CACHE_HOME.startsWith(e.HOME), e.ETM_CLIENT_ID);
      if (!e.KEPT) writeFileSync(file, 'kept');`);
    const { folder } = await run(cached, {
      scenario: ['clients.token.reuse', 'clients.token.bearer'],
    });
    const outputs = readLedger(path.join(folder, 'ledger.ndjson.gz')).verdicts.map(
      ({ actual = '' }) => /with the message: (\S+) (\S+) (\S+) (\S+) (\S+)/.exec(actual)?.slice(1),
    );
    expect(outputs.map((call) => [call?.[0], call?.[2], call?.[3]])).toEqual([
      ['false', 'true', 'true'],
      ['false', 'true', 'true'],
    ]);
    expect(outputs[0]?.[1]).not.toBe(outputs[1]?.[1]);
    expect(outputs[0]?.[4]).not.toBe(outputs[1]?.[4]);
    expect(existsSync(outputs[0]?.[1] ?? '/')).toBe(false);
    const { folder: same } = await run(
      cached,
      { scenario: ['clients.token.reuse'], keepHome: true },
      { environment: { ...process.env, KEPT: 'yes', TMPDIR: '/', XDG_CACHE_HOME: '/' } },
    );
    const [verdict] = readLedger(path.join(same, 'ledger.ndjson.gz')).verdicts;
    expect(verdict?.actual).toContain(process.env.HOME ?? 'undefined');
  });

  it('skips the scenarios of a task that the client reports as not implemented', async ({
    expect,
  }) => {
    const { code, out } = await run(script('process.exit(64)'), {
      scenario: ['clients.platform.endless*'],
    });
    expect(code).toBe(3);
    expect(out).toContain(
      'Skipped   2  configuration: the client does not implement walk (exit code 64)',
    );
  });

  it('stops a client that never stops sending requests, and a client that never ends', async ({
    expect,
  }) => {
    const endless = await run(script(CALL_ALWAYS), { scenario: ['clients.token.wrong-secret'] });
    expect(endless.out).toContain('the client kept sending requests');
    const idle = await run(
      script(`await fetch(process.env.AUTH_URL); setInterval(() => {}, 1000)`),
      {
        scenario: ['clients.token.reuse'],
        timeout: 1,
      },
    );
    expect(idle.out).toContain('the client did not finish in time');
  });

  it('does not pass environment variables with settings of a real target to the client', async ({
    expect,
  }) => {
    const environment = {
      ...process.env,
      CDE_TOKEN: 'real',
      ETM_OTHER_CLIENT_SECRET: 'real',
      HELD: 'kept',
    };
    const tell = script(
      `console.error(process.env.CDE_TOKEN, process.env.ETM_OTHER_CLIENT_SECRET, process.env.HELD)`,
    );
    const { out } = await run(tell, { scenario: ['clients.token.reuse'] }, { environment });
    expect(out).toContain('with the message: undefined undefined kept');
  });

  it('throws a UsageError for a command that cannot be started and for unknown names', async ({
    expect,
  }) => {
    await expect(run(['no-such-program-anywhere'])).rejects.toThrow(UsageError);
    await expect(run(['./package.json'])).rejects.toThrow(
      'has no execute permission: chmod +x ./package.json',
    );
    await expect(run([])).rejects.toThrow('Name the client to run');
    await expect(run(['node'], { scenario: ['clients.token.reus'] })).rejects.toThrow(
      'clients.token.reuse',
    );
    await expect(run(['node'], { reporter: ['jnuit'] })).rejects.toThrow('There is no reporter');
  });

  it('ends its clients and writes its reports when it is interrupted', async ({ expect }) => {
    const stop = new AbortController();
    const running = run(
      script('setInterval(() => {}, 1000)'),
      { scenario: ['clients.token.*'] },
      { signal: stop.signal },
    );
    setTimeout(() => stop.abort(), 300);
    const { code, folder } = await running;
    expect(code).toBe(130);
    expect(readLedger(path.join(folder, 'ledger.ndjson.gz')).footer?.interrupted).toBe(true);
    expect(existsSync(path.join(folder, 'report.json'))).toBe(true);
  });
});
