import { type RunOptions, runSuites } from '../../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../../src/ledger/index.js';
import { type TargetFile, targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';
import { type Arrived, only } from './changed.js';

/**
 * One part of a run that is killed when its ledger has a number of lines: nothing after them is on
 * the disk.
 */
export async function part(
  target: TargetFile,
  lines: number,
  options: Partial<RunOptions>,
): Promise<readonly LedgerEvent[]> {
  const kill = new AbortController();
  const events: LedgerEvent[] = [];
  await runSuites(suites, targetFrom(target), {
    toolVersion: 'test',
    ...options,
    signal: kill.signal,
    record(event) {
      if (events.length < lines) events.push(event);
      if (events.length >= lines) kill.abort();
    },
  });
  return events;
}

/**
 * Killed at one random moment after the other, and resumed each time, until it comes to its end.
 */
export async function inParts(
  target: TargetFile,
  moments: () => number,
  options: Partial<RunOptions>,
) {
  let events: readonly LedgerEvent[] = [];
  let interruptions = 0;
  let parts = 0;
  for (;;) {
    const carried = events.some(({ type }) => type === 'header')
      ? { resumed: foldLedger(events) }
      : {};
    // Each part gets a little further than the one before it.
    const lines = parts < 6 ? events.length + 1 + moments() : Number.POSITIVE_INFINITY;
    events = await part(target, lines, { ...options, ...carried });
    if (lines === Number.POSITIVE_INFINITY) return { ledger: foldLedger(events), interruptions };
    if (foldLedger(events).footer?.interrupted !== false) interruptions += 1;
    parts += 1;
  }
}

/** The same numbers for the same seed. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/**
 * The checks of interfaces but for rows of conditions, which ask much and tell nothing of
 * interruptions.
 */
export const few =
  (...names: readonly string[]): NonNullable<RunOptions['wanted']> =>
  (check) =>
    only(...names)(check) && !check.id.includes('.interaction.');

/** Whether a request hands over from and to the users of the target, with its token. */
export const isReal = ({ method, url, body, authorization }: Arrived, file: TargetFile): boolean =>
  method === 'POST' &&
  url.endsWith('/handover') &&
  body.includes(file.handover?.from ?? '-') &&
  authorization === `Bearer ${file.handover?.token}`;
/** A run that hands over. */
export const moves = { wanted: few('handover'), allowDestructive: true };
