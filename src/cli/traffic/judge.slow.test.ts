import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../http/index.js';
import { startReference } from '../../reference/index.js';
import type { RunReport, TargetFile } from '../../schema/types.js';
import { UsageError } from '../../settings/index.js';
import type { Io } from '../io.js';
import { runCommand } from '../run/run.js';
import { judgeCommand } from './judge.js';

let folder: string;
let target: TargetFile;
const printed: string[] = [];
const io = (): Io => ({
  environment: {},
  cwd: folder,
  terminal: { out: false, err: false },
  clock: systemClock,
  signal: new AbortController().signal,
  out: () => undefined,
  err: (text) => void printed.push(text),
});
const file = (name: string): string => path.join(folder, name);
const reportIn = async (name: string): Promise<RunReport> =>
  JSON.parse(await readFile(file(`${name}/report.json`), 'utf8'));
const verdicts = ({ clauses }: RunReport) => clauses.map(({ id, verdict }) => [id, verdict]);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-judge-'));
  const server = await startReference({
    defects: ['platform.border-lost', 'handover.any-bearer-accepted'],
  });
  target = server.target;
  await writeFile(file('target.json'), JSON.stringify(target));
  const options = {
    target: ['target.json'],
    interface: ['platform', 'handover'],
    out: 'run',
    reporter: ['json', 'har'],
  };
  expect(await runCommand(options, io())).toBe(1);
  await server.close();
});
afterAll(() => rm(folder, { recursive: true }));

it.each(['ledger.ndjson.gz', 'run.har'])(
  'gives the same verdicts as the run for its %s, although the target no longer runs',
  async (name) => {
    printed.length = 0;
    const options = {
      out: `again-${name}`,
      reporter: ['json'],
      interface: ['platform', 'handover'],
    };
    expect(await judgeCommand([`run/${name}`], options, io())).toBe(1);
    const again = await reportIn(`again-${name}`);
    expect(verdicts(again)).toEqual(verdicts(await reportIn('run')));
    expect(again.findings.map(({ clause }) => clause)).toContain('HND-AUTH-2');
    if (name === 'ledger.ndjson.gz')
      expect(printed.join('')).toMatch(
        /^(\d+) of \1 clauses have the same verdict as in the run\.$/m,
      );
  },
);

it('writes no credential of a recording, and no secret of the target file', async () => {
  const url = `${target.export?.baseUrl}/sites/1/channels/2/destinations/3/products`;
  const page = (token: string, status: number, body: object) =>
    JSON.stringify({
      request: { url, headers: { 'X-EA-Auth-Token': token } },
      response: { status, body: JSON.stringify(body) },
    });
  const lines = [
    page('accepted-token', 200, [{ id: 1 }]),
    page('refused-token', 403, { error: 'refused-token' }),
  ];
  await writeFile(file('traffic.ndjson'), lines.join('\n'));
  await writeFile(
    file('bare.json'),
    JSON.stringify({ export: { baseUrl: target.export?.baseUrl } }),
  );
  const options = { target: 'bare.json', out: 'others', reporter: ['json', 'har', 'http'] };
  expect(await judgeCommand(['traffic.ndjson'], options, io())).toBe(1);
  const names = await readdir(file('others'));
  const texts = await Promise.all(names.map((name) => readFile(file(`others/${name}`), 'utf8')));
  expect(names.sort()).toEqual([
    'findings.http',
    'ledger.ndjson.gz',
    'recorded-target.json',
    'report.json',
    'run.har',
  ]);
  expect(texts.join()).not.toMatch(/accepted-token|refused-token/);
  const { checks } = await reportIn('others');
  expect(
    checks.filter(({ verdict }) => verdict === 'failed').map(({ clauses }) => clauses[0]),
  ).toEqual(['EXP-AUTH-3']);
});

it('reports what it left out, and that nothing was tested', async () => {
  printed.length = 0;
  await writeFile(
    file('elsewhere.har'),
    JSON.stringify({ log: { entries: [{ request: { method: 'GET', url: 'https://x.test/' } }] } }),
  );
  expect(await judgeCommand(['elsewhere.har'], { target: 'target.json' }, io())).toBe(3);
  expect(printed).toEqual([
    'Left out: address not below any base URL of the target (1 ×)\n',
    'Not judged: the recording contains no exchange that can be tested.\n',
  ]);
});

describe('a recording of thousands of exchanges', () => {
  const BASE = 'https://export.test/api';
  const page = (limit: number, records: number, at: number) => ({
    startedDateTime: new Date(Date.UTC(2026, 0, 31) + at * 1000).toISOString(),
    request: {
      method: 'GET',
      url: `${BASE}/sites/1/channels/2/destinations/3/products?limit=${limit}`,
      headers: { Accept: 'application/vnd.api+json', 'X-EA-Auth-Token': 'token-1' },
    },
    response: {
      status: 200,
      headers: { 'Content-Type': 'application/vnd.api+json' },
      content: {
        text: JSON.stringify({
          data: Array.from({ length: records }, (_, id) => ({ id: id + 1 })),
          meta: { total: 9, limit, offset: 0 },
        }),
      },
    },
  });
  const judged = async (signal: AbortSignal) => {
    const entries = Array.from({ length: 2100 }, (_, at) => page(3, at === 2090 ? 4 : 3, at));
    await writeFile(file('many.har'), JSON.stringify({ log: { entries } }));
    await writeFile(file('many.json'), JSON.stringify({ export: { baseUrl: BASE } }));
    const options = { target: 'many.json', out: 'many', reporter: ['json'], verbose: true };
    const code = await judgeCommand(['many.har'], options, { ...io(), signal });
    return { code, report: code === 130 ? undefined : await reportIn('many') };
  };

  it('is tested in parts, and the exchange that violates a clause is found', async () => {
    printed.length = 0;
    const { code, report } = await judged(new AbortController().signal);
    expect(code).toBe(1);
    expect(report?.requests.sent).toBe(2100);
    expect(report?.findings.map(({ clause }) => clause)).toEqual(['EXP-LIST-6']);
    expect(printed.join('')).toContain('✗ EXP-LIST-6');
  });

  it('ends with the exit code 130 when it is interrupted', async () => {
    const { code } = await judged(AbortSignal.abort());
    expect(code).toBe(130);
  });
});

it.each<readonly [string, readonly string[], object, string]>([
  ['a missing file', ['missing.har'], {}, 'The recording missing.har cannot be read'],
  [
    'a file that is not recorded traffic',
    ['target.json'],
    {},
    'target.json, line 1 is not an exchange',
  ],
  [
    'traffic without a target',
    ['traffic.ndjson'],
    {},
    'No target is named: give --target FILE with the base URLs',
  ],
  [
    'a run combined with other traffic',
    ['run/ledger.ndjson.gz', 'traffic.ndjson'],
    {},
    'cannot be combined with other recordings',
  ],
])('rejects %s', async (_, files, options, message) => {
  await writeFile(file('traffic.ndjson'), '{"request":{"url":"https://x.test/"}}');
  const refused = judgeCommand(files, options, io());
  await expect(refused).rejects.toBeInstanceOf(UsageError);
  await expect(refused).rejects.toThrow(message);
});
