/** Tests recorded traffic of other clients. */

import { setImmediate } from 'node:timers/promises';
import type { HarEntry } from '../../formats/har.js';
import type { Target } from '../../settings/index.js';
import {
  Chooser,
  type Entry,
  Learned,
  type LeftOut,
  type Recording,
  recordingOf,
  type Source,
} from '../../traffic/index.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import type { JudgeCommandOptions } from './judge.js';
import { startReading } from './reading.js';
import { reviewWindow } from './window-review.js';

/**
 * The most exchanges that are tested together with all their relations, which takes about half a
 * second.
 */
const MOST_AT_ONCE = { exchanges: 1000, bytes: 8 * 1024 * 1024 } as const;
/** The number of exchanges that are tested together in a larger recording. */
const WINDOW = { exchanges: 250, bytes: 2 * 1024 * 1024 } as const;
/**
 * The milliseconds after an interruption during which exchanges that were already read are tested.
 */
const LAST_MS = 250;

/**
 * Tests the exchanges of other clients. A recording of any size is read twice, and only a part of
 * it is kept in memory.
 */
export async function judgeOthers(
  sources: readonly Source[],
  configured: Target,
  options: JudgeCommandOptions,
  io: Io,
): Promise<ExitCode> {
  const reading = startReading(sources, io);
  const learned = new Learned(configured);
  for await (const entries of entriesOf(sources, reading, io.signal)) {
    for (const entry of entries) learned.see(entry);
  }
  const { knowledge } = learned;
  const chooser = new Chooser(knowledge);
  const tested = new TestedWindows(knowledge.target, {
    isWhole: options.client ?? false,
    print: options.verbose ? reading.print : () => undefined,
  });
  reading.again();
  for await (const entries of entriesOf(sources, reading, untilLate(io))) {
    for (const entry of entries) await tested.add(chooser.choose(entry));
  }
  await tested.end(io.signal);
  reading.end();
  const { signal } = io;
  for (const cut of reading.cuts) chooser.left.exchange(cut);
  if (tested.kept.every((one) => one.tested === undefined) && !options.client)
    return notJudged(chooser.left, io);
  const traffic: Recording = {
    ...recordingOf(
      tested.kept.flatMap((one) => one.tested ?? []),
      knowledge.target,
      'of others',
      tested.kept.map(({ whole }) => whole),
    ),
    leftOut: chooser.left.rows,
    total: chooser.addressed,
    tested: tested.counts,
    interrupted: signal.aborted,
  };
  const { prepareRun } = await import('../run/run-one.js');
  const quiet = signal.aborted ? { ...io, signal: new AbortController().signal } : io;
  return prepareRun(knowledge.target, { ...options, traffic }, quiet).go(quiet);
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

/** A signal that aborts shortly after an interruption. */
function untilLate({ signal }: Io): { readonly aborted: boolean } {
  let late: number | undefined;
  return {
    get aborted() {
      if (signal.aborted) late ??= performance.now() + LAST_MS;
      return late !== undefined && performance.now() > late;
    },
  };
}

/** The exchanges of several files one after the other, until an interruption. */
async function* entriesOf(
  sources: readonly Source[],
  reading: ReturnType<typeof startReading>,
  signal: { readonly aborted: boolean },
): AsyncGenerator<readonly HarEntry[]> {
  for (const source of sources) {
    const cut = (why: string): void => reading.cut(`${source.file}: ${why}`);
    for await (const { entries, characters } of source.batches(cut)) {
      if (signal.aborted) return;
      reading.see(characters, entries.length);
      yield entries;
      // Signals arrive only between two turns of the event loop.
      await setImmediate();
    }
  }
}

/** An exchange of a recording in two forms. */
interface KeptExchange {
  /** The exchange as the file contains it. */
  readonly whole: Entry;
  /** The tested part of the exchange; undefined if it is not tested. */
  readonly tested: Entry | undefined;
}

interface TestingOptions {
  /** Whether all exchanges are kept regardless of their number. */
  readonly isWhole: boolean;
  /** Called with a line when a clause is violated for the first time. */
  readonly print: (line: string) => void;
}

/**
 * Collects the exchanges of a recording. A small recording is tested as a whole, a large one in
 * windows. A window is kept if one of its exchanges violates a clause or tests a clause that no
 * earlier window tested.
 */
class TestedWindows {
  readonly counts = new Map<string, number>();
  kept: KeptExchange[] = [];
  readonly #target: Target;
  readonly #options: TestingOptions;
  readonly #violated = new Set<string>();
  #window: KeptExchange[] = [];
  #bytes = 0;
  #isWindowed = false;

  constructor(target: Target, options: TestingOptions) {
    this.#target = target;
    this.#options = options;
  }

  async add(one: KeptExchange | undefined): Promise<void> {
    if (one === undefined) return;
    this.#window.push(one);
    this.#bytes += one.whole.answer?.body?.length ?? 0;
    const most = this.#isWindowed ? WINDOW : MOST_AT_ONCE;
    if (
      this.#options.isWhole ||
      (this.#window.length <= most.exchanges && this.#bytes <= most.bytes)
    )
      return;
    const window = this.#window;
    this.#isWindowed = true;
    this.#window = [];
    this.#bytes = 0;
    for (let at = 0; at < window.length; at += WINDOW.exchanges)
      await this.#test(window.slice(at, at + WINDOW.exchanges));
  }

  /**
   * Tests the last window. After an interruption only its first exchanges are kept, so that the
   * command ends soon.
   */
  async end(signal: AbortSignal): Promise<void> {
    if (this.#isWindowed) await this.#test(this.#window);
    else this.kept = signal.aborted ? this.#window.slice(0, WINDOW.exchanges) : this.#window;
  }

  async #test(window: readonly KeptExchange[]): Promise<void> {
    const entries = window.flatMap(({ tested }) => tested ?? []);
    const { tested, violations } = await reviewWindow(
      entries,
      this.#target,
      (clause) => !this.#violated.has(clause),
    );
    const isNews =
      violations.size > 0 || [...tested.keys()].some((clause) => !this.counts.has(clause));
    if (isNews) this.kept.push(...window);
    for (const [clause, line] of violations) {
      this.#violated.add(clause);
      this.#options.print(line);
    }
    for (const [clause, count] of tested)
      this.counts.set(clause, (this.counts.get(clause) ?? 0) + count);
    await setImmediate();
  }
}
