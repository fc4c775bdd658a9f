import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLedger } from '../src/ledger/index.js';
import { type Reference, startReference } from '../src/reference/index.js';
import type { RunReport } from '../src/schema/types.js';
import { assay as assayIn } from './gate/assay.js';

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

const folder = mkdtempSync(path.join(tmpdir(), 'assay-cli-'));
let made = 0;
const newFolder = (): string => path.join(folder, String(++made));
const assay = (...argv: readonly string[]) => assayIn(argv, { environment: reference.environment(), cwd: folder });

it('plans without sending, within a tenth of what it then sends', async () => {
  const dry = await assay('run', '--dry-run', '--json', '--interface', 'export');
  const { requests } = JSON.parse(dry.out) as { requests: number };
  const { out } = await assay('run', '--out', newFolder(), '--json', '--interface', 'export');
  const { sent } = (JSON.parse(out) as RunReport).requests;
  expect(Math.abs(requests - sent) / sent).toBeLessThanOrEqual(0.1);
  expect(sent).toBeLessThanOrEqual(900);
});

it('resumes to the same verdicts wherever the ledger was cut, and judges nothing twice', async () => {
  const dir = newFolder();
  const options = ['--check', 'platform.page.*,handover.*'];
  await assay('run', '--out', dir, ...options);
  const whole = readFileSync(path.join(dir, 'ledger.ndjson'), 'utf8');
  const outcome = (file: string): string[] =>
    readLedger(file)
      .verdicts.map(({ check, verdict }) => `${check} ${verdict}`)
      .sort();
  const undisturbed = outcome(path.join(dir, 'ledger.ndjson'));
  const first = whole.indexOf('\n') + 1;
  for (let cut = 0; cut < 100; cut += 8) {
    const file = path.join(folder, 'cut.ndjson');
    writeFileSync(file, whole.slice(0, first + Math.floor(((whole.length - first - 2) * cut) / 100)));
    const before = readLedger(file).verdicts.length;
    const out = newFolder();
    const { code } = await assay('run', '--resume', file, '--out', out, ...options);
    expect(code).toBe(0);
    const resumed = path.join(out, 'ledger.ndjson');
    expect(outcome(resumed)).toEqual(undisturbed);
    const verdicts = readFileSync(resumed, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"type":"verdict"'));
    expect(verdicts).toHaveLength(undisturbed.length);
    expect(before).toBeLessThanOrEqual(undisturbed.length);
  }
});
