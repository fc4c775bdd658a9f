import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLedger, textOfLedger } from '../src/ledger/index.js';
import { type Reference, startReference } from '../src/reference/index.js';
import type { RunReport } from '../src/schema/types.js';
import { broughtTogether } from './brought-together.js';
import { assay as assayIn } from './gate/assay.js';
import { startChanged } from './gate/changed.js';

let reference: Reference;
let broken: Reference;
beforeAll(async () => {
  reference = await startReference();
  broken = await startReference({
    defects: ['export.filter.equals-trims', 'export.filter.between-excludes-high'],
  });
});
afterAll(() => Promise.all([reference.close(), broken.close()]));

const folder = mkdtempSync(path.join(tmpdir(), 'assay-cli-'));
let made = 0;
const newFolder = (): string => path.join(folder, String(++made));
const assayOf =
  (target: () => Reference) =>
  (...argv: readonly string[]) =>
    assayIn(argv, { environment: target().environment(), cwd: folder });
const assay = assayOf(() => reference);
const assayBroken = assayOf(() => broken);

it('shrinks a random counterexample to two criteria at most, and replays it with one question', async () => {
  const dir = newFolder();
  await assayBroken('run', '--out', dir, '--check', 'export.filter.random');
  const [check] = (
    JSON.parse(readFileSync(path.join(dir, 'report.json'), 'utf8')) as RunReport
  ).checks.filter(({ verdict }) => verdict === 'failed');
  expect(check).toBeDefined();
  expect(check?.commands.at(-1)?.match(/%5Bcolumn%5D/g)?.length).toBeLessThanOrEqual(2);
  const replay = check?.replay?.split(' ') ?? [];
  const { code, out } = await assayBroken(...replay, '--out', newFolder(), '--json');
  expect(code).toBe(1);
  expect((JSON.parse(out) as RunReport).checks[0]?.expected).toBe(check?.expected);
});

it('judges three quarters of the must clauses of the export API with sixty requests', async () => {
  const { out } = await assay(
    'run',
    '--out',
    newFolder(),
    '--json',
    '--interface',
    'export',
    '--max-requests',
    '60',
  );
  const { requests, coverage } = JSON.parse(out) as RunReport;
  expect(requests.sent).toBeLessThanOrEqual(60);
  expect(coverage.ratio).toBeGreaterThanOrEqual(0.75);
});

it('plans without sending, within an eighth of what it then sends, and brings all pairs of conditions together', async () => {
  const dry = await assay('run', '--dry-run', '--json', '--interface', 'export');
  const { requests } = JSON.parse(dry.out) as { requests: number };
  const { out } = await assay('run', '--out', newFolder(), '--json', '--interface', 'export');
  const {
    requests: { sent },
    checks,
  } = JSON.parse(out) as RunReport;
  expect(Math.abs(requests - sent) / sent).toBeLessThanOrEqual(0.125);
  expect(sent).toBeLessThanOrEqual(1200);
  // Triples are made for the requests that there are; all other rows are sent.
  expect(checks.filter(({ leftOut }) => leftOut !== undefined)).toEqual([]);
  expect(broughtTogether(checks, 'pairs')).toBe(1);
  expect(broughtTogether(checks, 'pairs that include an invalid input')).toBe(1);
  expect(broughtTogether(checks, 'triples')).toBeGreaterThanOrEqual(0.8);
});

it('resumes to the same verdicts wherever the ledger was cut, and judges nothing twice', async () => {
  const dir = newFolder();
  const options = ['--check', 'platform.page.*,handover.*'];
  await assay('run', '--out', dir, ...options);
  const whole = textOfLedger(path.join(dir, 'ledger.ndjson.gz'));
  const outcome = (file: string): string[] =>
    readLedger(file)
      .verdicts.map(({ check, verdict }) => `${check} ${verdict}`)
      .sort();
  const undisturbed = outcome(path.join(dir, 'ledger.ndjson.gz'));
  const first = whole.indexOf('\n') + 1;
  for (let cut = 0; cut < 100; cut += 8) {
    const file = path.join(folder, 'cut.ndjson');
    writeFileSync(
      file,
      whole.slice(0, first + Math.floor(((whole.length - first - 2) * cut) / 100)),
    );
    const before = readLedger(file).verdicts.length;
    const out = newFolder();
    const { code } = await assay('run', '--resume', file, '--out', out, ...options);
    expect(code).toBe(0);
    const resumed = path.join(out, 'ledger.ndjson.gz');
    expect(outcome(resumed)).toEqual(undisturbed);
    const verdicts = textOfLedger(resumed)
      .split('\n')
      .filter((line) => line.includes('"type":"verdict"'))
      .map((line) => JSON.parse(line).check as string);
    // A pass is recorded once more, with the number of other responses that conform.
    expect(new Set(verdicts).size).toBe(undisturbed.length);
    expect(verdicts.length).toBeLessThanOrEqual(2 * undisturbed.length);
    expect(before).toBeLessThanOrEqual(undisturbed.length);
  }
});

it('prints the requests of each planned check, and sends none to the target', async () => {
  const { environment, close, arrived } = await startChanged(() => undefined);
  try {
    const { code, out } = await assayIn(
      ['run', '--dry-run', '--verbose', '--check', 'export.root.status,export.sort.order'],
      { environment: environment() },
    );
    expect(code).toBe(0);
    expect(out).toMatch(/export\.root\.status .*\n.*\n +GET \/\S*\n/);
    expect(out).toMatch(/GET \/\S*[?&]orderBy=/);
    expect(arrived).toEqual([]);
  } finally {
    await close();
  }
});
