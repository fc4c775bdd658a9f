import { expect, it } from 'vitest';
import { virtualClock } from '../../selftest/virtual-clock.js';
import type { Io } from '../io.js';
import { resumeCommand } from './resume.js';

const io: Io = {
  environment: {},
  cwd: '.',
  out: () => undefined,
  err: () => undefined,
  terminal: { out: false, err: false },
  command: 'npx assay',
  signal: new AbortController().signal,
  clock: virtualClock(),
};

it('continues a run with the options that chose its checks and reports, without its budget', () => {
  const options = {
    interface: ['export', 'platform'],
    exclude: ['export.root.*'],
    strict: true,
    preflight: false,
    maxRequests: 60,
    seed: 7,
    out: 'elsewhere',
    minCoverage: 0.9,
    allowDestructive: false,
  };
  expect(resumeCommand(options, '--target "my target.json"', 'runs/ledger.ndjson.gz', io)).toBe(
    'npx assay run --target "my target.json" --interface export,platform ' +
      "--exclude 'export.root.*' --strict --min-coverage 0.9 --no-preflight --resume runs/ledger.ndjson.gz",
  );
});

it('quotes the path of the ledger', () => {
  expect(resumeCommand({}, undefined, 'my runs/ledger.ndjson.gz', io)).toBe(
    "npx assay run --resume 'my runs/ledger.ndjson.gz'",
  );
});
