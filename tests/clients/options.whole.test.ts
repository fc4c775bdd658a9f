import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'vitest';
import { readLedger } from '../../src/ledger/index.js';
import { runClientCommand } from './run-client.js';

const node = (text: string): readonly string[] => [
  process.execPath,
  '--input-type=module',
  '-e',
  text,
];
const CRASHES = node('process.exit(1)');
const verdictsOf = (folder: string) =>
  readLedger(path.join(folder, 'out', 'ledger.ndjson.gz')).verdicts;

/** Reads tasks from stdin; crashes in the middle of the walk. */
const STREAMED = node(`import readline from 'node:readline';
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { task, environment: e } = JSON.parse(line);
    if (task.startsWith('walk')) throw new Error('no walking');
    const site = '/' + e.EXPORT_SITE_ID + '/' + e.EXPORT_CHANNEL_ID;
    const headers = { 'X-EA-Auth-Token': e.EXPORT_TOKEN, 'X-Destination-Id': e.EXPORT_DESTINATION_ID };
    await fetch(e.EXPORT_BASE_URL + site + (task.includes('filtered') ? '/color/red' : ''), { headers });
    console.log('process', process.pid);
    process.stdout.write('ASSAY_DONE ');
    setTimeout(() => process.stdout.write('0\\n'), 20);
  }`);

describe.concurrent('an option of assay client', () => {
  it('--clause asks only the scenarios of a clause', async ({ expect }) => {
    const { folder } = await runClientCommand(CRASHES, { clause: ['cli-tok-5', 'CLI-TOK-7'] });
    expect(verdictsOf(folder).map(({ check }) => check)).toEqual([
      'clients.token.refused-twice',
      'clients.token.bearer',
    ]);
    await expect(runClientCommand(CRASHES, { clause: ['CLI-TOK-99'] })).rejects.toThrow(
      'There is no clause',
    );
    const both = { clause: ['CLI-TOK-5'], scenario: ['clients.token.bearer'] };
    await expect(runClientCommand(CRASHES, both)).rejects.toThrow(
      'leave out --scenario or --clause',
    );
  });

  it('--bail starts nothing more once a scenario failed', async ({ expect }) => {
    const { code, folder } = await runClientCommand(CRASHES, {
      scenario: ['clients.platform.*'],
      bail: true,
      concurrency: 1,
    });
    expect(code).toBe(1);
    expect(verdictsOf(folder)).toHaveLength(1);
  });

  it('--min-coverage asks for more than half', async ({ expect }) => {
    const skips = node('process.exit(64)');
    const { code, err } = await runClientCommand(skips, {
      scenario: ['clients.platform.empty'],
      minCoverage: 1,
    });
    expect(code).toBe(3);
    expect(err).not.toBe('');
  });

  it('--baseline accepts known failures, each with its reason, and complains of stale ones', async ({
    expect,
  }) => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'assay-baseline-')), 'baseline.json');
    const scenario = ['clients.platform.empty'];
    expect(
      (await runClientCommand(CRASHES, { scenario, baseline: file, updateBaseline: true })).code,
    ).toBe(1);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/"State why[^"]*"/, '"The SDK cannot walk yet."'),
    );
    const { code, out } = await runClientCommand(CRASHES, { scenario, baseline: file });
    expect(code).toBe(0);
    expect(out).toContain('The SDK cannot walk yet.');
    await expect(runClientCommand(CRASHES, { updateBaseline: true })).rejects.toThrow(
      '--baseline FILE',
    );
  });

  it('--https serves by a throw-away authority, which the client is told of', async ({
    expect,
  }) => {
    const options = {
      scenario: ['clients.token.bearer', 'clients.export.headers-products'],
      https: true,
    };
    const { code, folder } = await runClientCommand(['node', 'examples/client.mjs'], options);
    expect(code).toBe(0);
    const { exchanges } = readLedger(path.join(folder, 'out', 'ledger.ndjson.gz'));
    expect(
      [...exchanges.values()].every(({ request }) => request.url.startsWith('https://127.0.0.1:')),
    ).toBe(true);
    const told = await runClientCommand(node('console.error(process.env.ASSAY_CA_FILE)'), {
      ...options,
      scenario: ['clients.token.bearer'],
    });
    const file = /with the message: (\S+ca\.pem)/.exec(told.out)?.[1] ?? '/';
    expect(existsSync(file)).toBe(false);
  });

  it('--stream does many tasks in one process, and starts another where one crashed', async ({
    expect,
  }) => {
    const { out, folder } = await runClientCommand(STREAMED, {
      scenario: [
        'clients.export.headers-legacy*',
        'clients.platform.empty',
        'clients.platform.endless',
      ],
      stream: true,
      concurrency: 1,
    });
    const verdicts = Object.fromEntries(
      verdictsOf(folder).map(({ check, verdict }) => [check, verdict]),
    );
    expect(verdicts).toEqual({
      'clients.export.headers-legacy': 'passed',
      'clients.export.headers-legacy-filtered': 'passed',
      'clients.platform.empty': 'failed',
      'clients.platform.endless': 'failed',
    });
    expect(out).toContain('exit code 1, with the message: Error: no walking');
  });
});
