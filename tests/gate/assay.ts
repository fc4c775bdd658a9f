import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProgram } from '../../src/cli/program.js';
import type { Clock } from '../../src/http/index.js';
import { virtualClock } from '../../src/selftest/virtual-clock.js';

interface World {
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** A command line in this process, in a folder of its own: its exit code, and what it printed. */
export async function assay(argv: readonly string[], world: World = {}) {
  const { environment = {}, signal = new AbortController().signal, clock = virtualClock() } = world;
  const cwd = world.cwd ?? mkdtempSync(path.join(tmpdir(), 'assay-gate-'));
  let out = '';
  let err = '';
  const code = await runProgram(argv, {
    environment,
    cwd,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    terminal: { out: false, err: false },
    signal,
    clock,
  });
  return { code, out, err, cwd };
}
