import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Io } from '../../src/cli/io.js';
import { runSuites } from '../../src/harness/index.js';
import { systemClock } from '../../src/http/index.js';
import type { LedgerEvent } from '../../src/ledger/index.js';
import { startReference } from '../../src/reference/index.js';
import { targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';

const CHECKS = /^platform\.(page\.(count|current|prev)|auth\.anonymous)$/;
/** Defects that the runs know, one for each of three clauses. */
export const COUNT = 'platform.count-is-the-limit';
export const CURRENT = 'platform.current-always-0';
export const PREVIOUS = 'platform.prev-is-1-at-the-start';

/** A folder of runs, and commands that are called in it. */
export function runFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-several-'));

  function save(name: string, events: readonly LedgerEvent[]): void {
    mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(
      path.join(folder, name, 'ledger.ndjson.gz'),
      events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    );
  }

  /**
   * A run of a few checks against the reference server with these defects, in a folder of its own.
   */
  async function realRun(name: string, target: string, defects: readonly string[]): Promise<void> {
    const reference = await startReference({ defects });
    const events: LedgerEvent[] = [];
    const chosenSuites = suites
      .filter((suite) => suite.interface === 'platform')
      .map((suite) => ({ ...suite, checks: suite.checks.filter(({ id }) => CHECKS.test(id)) }));
    try {
      const { platform: settings } = reference.target;
      const chosen = targetFrom(
        { name: target, ...(settings && { platform: settings }) },
        'reference',
      );
      await runSuites(chosenSuites, chosen, {
        toolVersion: '0.1.0',
        record: (event) => void events.push(event),
      });
    } finally {
      await reference.close();
    }
    save(name, events);
  }

  function call(run: (io: Io) => number): {
    readonly code: number;
    readonly out: string;
    readonly err: string;
  } {
    const [out, err]: [string[], string[]] = [[], []];
    const code = run({
      environment: {},
      cwd: folder,
      out: (text) => void out.push(text),
      err: (text) => void err.push(text),
      terminal: { out: false, err: false },
      signal: new AbortController().signal,
      clock: systemClock,
    });
    return { code, out: out.join(''), err: err.join('') };
  }

  return {
    folder,
    save,
    realRun,
    call,
    read: (name: string): string => readFileSync(path.join(folder, name), 'utf8'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
