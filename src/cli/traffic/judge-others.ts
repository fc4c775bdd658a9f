/** Tests recorded traffic of other clients (requests that Assay did not send). */

import { setImmediate } from 'node:timers/promises';
import type { HarEntry } from '../../formats/har.js';
import type { ReportDamage } from '../../formats/recording/index.js';
import type { Target } from '../../settings/index.js';
import {
  Chooser,
  Learned,
  type LeftOut,
  type Recording,
  recordingOf,
  type Source,
} from '../../traffic/index.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import type { Losses } from '../reports/losses.js';
import type { JudgeCommandOptions } from './judge.js';
import { startReadingProgress } from './reading.js';
import { TestedWindows } from './tested-windows.js';
import { WindowTester } from './window-tester.js';

/**
 * After an interruption, the second reading goes on for this time, so that at least a part of the
 * recording is tested.
 */
const LAST_MS = 250;
/** A recording with more bytes than this is tested in a second thread. */
const LARGE = 4 * 1024 * 1024;
/** The module of the second thread. It exists only in the built program. */
const THREAD = new URL('./window-thread.js', import.meta.url);
const IS_BUILT = import.meta.url.endsWith('.js');

interface JudgeOthersOptions extends JudgeCommandOptions {
  /** Receives the reasons why parts of the files cannot be read. */
  readonly losses: Losses;
}

/**
 * Tests the exchanges in consecutive parts (windows), and reports the results. Only some exchanges
 * are kept in memory, so a recording may have any size. With `--client` all exchanges are kept.
 */
export async function judgeOthers(
  sources: readonly Source[],
  configured: Target,
  options: JudgeOthersOptions,
  io: Io,
): Promise<ExitCode> {
  const outcome = await testExchanges(sources, configured, options, io);
  return report(outcome, options, io);
}

interface Outcome {
  readonly tested: TestedWindows;
  readonly chooser: Chooser;
  readonly target: Target;
}

/** Reads the files twice: first to learn settings, then to test the exchanges. */
async function testExchanges(
  sources: readonly Source[],
  configured: Target,
  options: JudgeOthersOptions,
  io: Io,
): Promise<Outcome> {
  const reading = startReadingProgress(sources, io);
  const size = sources.reduce((sum, one) => sum + one.size, 0);
  // The tests of a client need the whole recording at once.
  const { client: isWhole = false } = options;
  const tester = new WindowTester(IS_BUILT && !isWhole && size > LARGE ? THREAD : undefined);
  try {
    const learned = new Learned(configured);
    for await (const entries of entriesOf(sources, configured, reading, io.signal)) {
      for (const entry of entries) learned.see(entry);
    }
    const { knowledge } = learned;
    const chooser = new Chooser(knowledge);
    reading.again();
    const print = options.verbose ? reading.print : (): void => undefined;
    const tested = new TestedWindows(tester, knowledge.target, { isWhole, print });
    for await (const entries of entriesOf(sources, configured, reading, delayedSignal(io))) {
      for (const entry of entries) await tested.add(chooser.choose(entry));
    }
    await tested.end(io.signal);
    reading.end();
    for (const why of reading.damages) chooser.left.exchange(why);
    for (const why of reading.losses) options.losses.add(why);
    return { tested, chooser, target: knowledge.target };
  } finally {
    await tester.close();
  }
}

async function report(
  { tested: { kept, counts }, chooser, target }: Outcome,
  options: JudgeCommandOptions,
  io: Io,
): Promise<ExitCode> {
  const { signal } = io;
  if (kept.every((one) => one.tested === undefined) && !options.client)
    return notJudged(chooser.left, io);
  const traffic: Recording = {
    ...recordingOf(
      kept.flatMap((one) => one.tested ?? []),
      target,
      'of others',
      kept.map(({ whole }) => whole),
    ),
    leftOut: chooser.left.rows,
    total: chooser.addressed,
    tested: counts,
    interrupted: signal.aborted,
  };
  const { prepareRun } = await import('../run/run-one.js');
  // After an interruption, the report is still made.
  const reportIo = signal.aborted ? { ...io, signal: new AbortController().signal } : io;
  return prepareRun(target, { ...options, traffic }, reportIo).go(reportIo);
}

function notJudged(left: LeftOut, io: Io): ExitCode {
  for (const { why, exchanges } of left.rows) io.err(`Left out: ${why} (${exchanges} ×)\n`);
  if (io.signal.aborted) {
    io.err('Interrupted: no exchange was tested.\n');
    return EXIT.interrupted;
  }
  io.err('Not judged: the recording contains no exchange that can be tested.\n');
  return EXIT.unjudged;
}

/** Returns a signal that is aborted `LAST_MS` after an interruption. */
function delayedSignal({ signal }: Io): { readonly aborted: boolean } {
  let endsAt: number | undefined;
  return {
    get aborted() {
      if (signal.aborted) endsAt ??= performance.now() + LAST_MS;
      return endsAt !== undefined && performance.now() > endsAt;
    },
  };
}

/** Reads one file after the other, until the signal is aborted. */
async function* entriesOf(
  sources: readonly Source[],
  { secrets }: Target,
  reading: ReturnType<typeof startReadingProgress>,
  signal: { readonly aborted: boolean },
): AsyncGenerator<readonly HarEntry[]> {
  for (const source of sources) {
    const reportDamage: ReportDamage = (why, isFile) =>
      reading.addDamage(`${source.file}: ${why}`, isFile);
    for await (const { entries, characters } of source.batches(reportDamage, secrets)) {
      if (signal.aborted) return;
      reading.see(characters, entries.length);
      yield entries;
      // Signals arrive only between two turns of the event loop.
      await setImmediate();
    }
  }
}
