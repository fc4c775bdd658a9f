import { execFile, execFileSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, it } from 'vitest';
import { PlainClient } from '../../src/clients/broken/plain-client.js';
import { inProcess } from '../../src/clients/in-process.js';
import { packageRoot } from '../../src/schema/validate.js';
import { type ClientRun, runClientCommand } from './run-client.js';

/** A session that is served, with its control address. */
async function serve(
  words: readonly string[],
): Promise<{ url: string; first: string; run: Promise<ClientRun> }> {
  let run: Promise<ClientRun> | undefined;
  const first = await new Promise<string>((resolve, reject) => {
    let text = '';
    run = runClientCommand(words, { serve: true }, (part) => {
      text += part;
      if (text.includes('\n')) setImmediate(() => resolve(text));
    });
    run.catch(reject);
  });
  if (run === undefined) throw new Error('nothing was started');
  return { url: /ASSAY_CONTROL=(\S+)/.exec(first)?.[1] ?? '', first, run };
}

const call = async (
  url: string,
  method = 'POST',
  body?: object,
): Promise<{ status: number; body: Answered }> => {
  const answer = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answered };
};

interface Answered {
  readonly environment: Readonly<Record<string, string>>;
  readonly verdict: string;
  readonly transcript: string;
  readonly exitCode: number;
  readonly error: string;
  readonly scenarios: readonly { readonly id: string }[];
}

const hasPython = ((): boolean => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe.concurrent('assay client --serve', () => {
  it('begins and ends scenarios on request, says what they come to, and closes with the gate', async ({
    expect,
  }) => {
    const { url, run } = await serve(['clients.token.reuse', 'clients.export.headers-legacy']);
    const begun = await call(`${url}/begin/clients.token.reuse`);
    expect(begun.body.environment).toMatchObject({ ASSAY_TASK: 'list-templates 5' });
    const launch = inProcess((world) => new PlainClient(world).run());
    const ended = await launch(
      begun.body.environment,
      new AbortController().signal,
      () => undefined,
    );
    expect((await call(`${url}/end/clients.token.reuse`, 'POST', ended)).body.verdict).toBe(
      'passed',
    );

    const legacy = (await call(`${url}/begin/clients.export.headers-legacy`)).body.environment;
    await fetch(`${legacy.EXPORT_BASE_URL}/${legacy.EXPORT_SITE_ID}/${legacy.EXPORT_CHANNEL_ID}`);
    const judged = (await call(`${url}/end/clients.export.headers-legacy`)).body;
    expect(judged.verdict).toBe('failed');
    expect(judged.transcript).toContain('expected X-EA-Auth-Token');
    expect((await call(`${url}/verdict`, 'GET')).body.exitCode).toBe(1);
    await call(`${url}/close`);
    const { code, out } = await run;
    expect(code).toBe(1);
    expect(out).toContain('✗ CLI-EXP-1');
    expect(out).toContain(
      're-run    npx --no -- assay client --seed 1 --serve clients.export.headers-legacy',
    );
  });

  it('begins the only scenario at once, and prints its environment for a shell', async ({
    expect,
  }) => {
    const { url, first, run } = await serve(['clients.token.reuse']);
    expect((await call(url, 'GET')).body.scenarios.map(({ id }) => id)).toEqual([
      'clients.token.reuse',
    ]);
    expect(first).toMatch(/^AUTH_URL=http:\/\/127\.0\.0\.1:\d+$/m);
    expect(first).toContain("ASSAY_TASK='list-templates 5'");
    await call(`${url}/close`);
    expect((await run).code).toBe(3);
  });

  it('says what it does not understand', async ({ expect }) => {
    const { url, run } = await serve(['clients.token.*']);
    expect((await call(`${url}/begin/clients.export.reads-json-api`)).body.error).toContain(
      'There is no scenario',
    );
    expect((await call(`${url}/end/clients.token.reuse`)).body.error).toContain(
      'is not running: begin it first',
    );
    await call(`${url}/begin/clients.token.reuse`);
    const wrong = await call(`${url}/end/clients.token.reuse`, 'POST', { code: 'none' });
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('the member "code" is unknown or has another type') },
    });
    expect((await call(`${url}/nothing`)).status).toBe(404);
    await call(`${url}/close`);
    await run;
    await expect(
      runClientCommand(['clients.token.reuse'], { serve: true, bind: '0.0.0.0' }),
    ).rejects.toThrow('--bind');
    await expect(runClientCommand(['node'], { bind: '127.0.0.1' })).rejects.toThrow(
      '--bind requires --serve',
    );
  });

  it.skipIf(!hasPython)("is driven by Python's unittest", async ({ expect }) => {
    const wanted = [
      'clients.token.reuse',
      'clients.token.refused*',
      'clients.export.*',
      'clients.platform.*',
    ];
    const { url, run } = await serve(wanted);
    const environment = { ...process.env, ASSAY_CONTROL: url, PYTHONDONTWRITEBYTECODE: '1' };
    const cwd = path.join(packageRoot, 'examples');
    const { stderr } = await promisify(execFile)('python3', ['-m', 'unittest', 'test_client'], {
      cwd,
      env: environment,
    });
    expect(stderr).toContain('OK');
    expect((await run).code).toBe(0);
  });
});
