import { suites } from '../../../suites/index.js';
import { withOwnSchemas } from '../../../suites/own/index.js';
import { addressesOf, type Check, runSuites } from '../../harness/index.js';
import type { LedgerEvent } from '../../ledger/index.js';
import type { Target } from '../../settings/index.js';
import { isLoopback } from '../../settings/index.js';
import { configuredTarget } from '../configured-target.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { type CheckChoice, chooseChecks } from '../run/choose-checks.js';
import { toolVersion } from '../version.js';
import { Changes } from './changes.js';
import { watchFiles } from './files.js';
import { Servers } from './servers.js';
import { VerdictChanges } from './verdict-changes.js';

export interface WatchOptions extends CheckChoice {
  readonly target?: string;
  readonly envFile?: readonly string[];
  /** Patterns of files. The target is tested again when a file with such a name changes. */
  readonly files?: readonly string[];
  /** Accepts certificates without verification. */
  readonly insecure?: boolean;
  readonly seed?: number;
}

/**
 * The command `assay watch`: tests the target whenever a file changes or a local server restarts.
 * Checks that did not pass in the previous round run first. Only changes of verdicts are printed,
 * and no files are written. The command runs until it is interrupted.
 */
export async function watchCommand(options: WatchOptions, io: Io): Promise<ExitCode> {
  const target = configuredTarget(options.target, options, io, 'run');
  const wanted = chooseChecks(options);
  const { signal, clock } = io;
  const changes = new Changes(clock);
  const unwatch = watchFiles(options.files ?? [], io.cwd, changes.report);
  const servers = new Servers(originsOf(target).filter(isLoopback));
  const listeners = {
    lost: (address: string) =>
      io.err(`Not judged: connection refused at ${address}. Waiting for the server.\n`),
    back: (address: string) => changes.report(`the server at ${address} is back`),
  };
  await servers.testAll(listeners);
  const watching = servers.watch({ ...listeners, clock, signal });
  const rounds = new Rounds(target, wanted, options, io);
  try {
    while (!signal.aborted) {
      while (servers.down && !signal.aborted) await changes.next(signal);
      const stop = new AbortController();
      const changed = changes.next(signal);
      const stopped = changed.then(() => stop.abort());
      await rounds.next(AbortSignal.any([signal, stop.signal]));
      const change = await changed;
      await stopped;
      if (change !== undefined) io.out(`\nChanged: ${change}\n`);
    }
  } finally {
    unwatch();
  }
  await watching;
  return EXIT.interrupted;
}

/** A round runs all chosen checks once. */
class Rounds {
  readonly #target: Target;
  readonly #wanted: (check: Check) => boolean;
  readonly #seed: number;
  readonly #io: Io;
  readonly #changes = new VerdictChanges();
  #count = 0;

  constructor(
    target: Target,
    wanted: (check: Check) => boolean,
    { seed = 1 }: WatchOptions,
    io: Io,
  ) {
    this.#target = target;
    this.#wanted = wanted;
    this.#seed = seed;
    this.#io = io;
  }

  /** Runs one round. If the signal aborts, the round ends early and prints no summary. */
  async next(signal: AbortSignal): Promise<void> {
    const { clock, out, err } = this.#io;
    this.#count += 1;
    const notPassed = this.#changes.notPassed();
    const begun = clock.now();
    let firstVerdictAt: number | undefined;
    let obstacles: readonly string[] = [];
    const record = (event: LedgerEvent): void => {
      if (event.type === 'footer') obstacles = event.preflight ?? [];
      if (event.type !== 'verdict') return;
      if (event.requests > 0) firstVerdictAt ??= clock.now();
      for (const line of this.#changes.see(event)) out(`${line}\n`);
    };
    await runSuites(withOwnSchemas(suites, this.#target), this.#target, {
      wanted: this.#wanted,
      first: ({ id }) => notPassed.has(id),
      preflight: true,
      seed: this.#seed,
      clock,
      signal,
      toolVersion: toolVersion(),
      record,
    });
    for (const line of obstacles) out(`Not judged: ${line}.\n`);
    if (signal.aborted) return;
    for (const line of this.#changes.end()) out(`${line}\n`);
    if (firstVerdictAt === undefined) out(`Round ${this.#count}: nothing was tested.\n`);
    else {
      const took = `${ms(clock.now() - begun)}, the first verdict after ${ms(firstVerdictAt - begun)}`;
      out(`Round ${this.#count}: ${this.#changes.counts()}, in ${took}\n`);
    }
    err('Waiting for changes. Press Ctrl-C to stop.\n');
  }
}

const ms = (value: number): string => `${Math.round(value)} ms`;

const originsOf = (target: Target): readonly string[] => [
  ...new Set(addressesOf(target).map((address) => new URL(address).origin)),
];
