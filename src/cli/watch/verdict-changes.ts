/** Compares the verdicts of consecutive rounds of `assay watch`. */

import type { VerdictEvent } from '../../ledger/index.js';
import { excerpt } from '../../report/visible.js';

/** The verdicts of all rounds, from which lines about changes are made. */
export class VerdictChanges {
  /** The last verdict of each check. */
  readonly #verdicts = new Map<string, VerdictEvent['verdict']>();
  /** Checks that passed in this round and are reported as passed only at its end. */
  readonly #unreported = new Map<string, VerdictEvent>();
  /**
   * Checks that first passed in this round and then failed, because of a request of another check.
   * If such a check passes again, it is reported at the end of the round, because it may still
   * fail.
   */
  readonly #failedLate = new Set<string>();
  /** Checks that have passed in this round. */
  readonly #passed = new Set<string>();
  #isFirstRound = true;

  /** Lines about a verdict that differs from the previous one; empty for the same verdict. */
  see(event: VerdictEvent): readonly string[] {
    const { check, verdict } = event;
    // A check that did not run keeps its verdict.
    if (verdict === 'skipped') return [];
    if (GOOD.has(verdict)) return this.#seePass(event);
    if (this.#passed.has(check)) this.#failedLate.add(check);
    this.#unreported.delete(check);
    const before = this.#verdicts.get(check);
    this.#verdicts.set(check, verdict);
    if (before === verdict) return [];
    if (!isBad(verdict))
      return [...heading('?', 'inconclusive', event), `    ${oneLine(event.reason ?? '')}`];
    const words = this.#isFirstRound ? WORDS[verdict] : `now ${WORDS[verdict]}`;
    return [...heading('✗', words, event), ...evidence(event)];
  }

  /** Returns the lines for checks whose pass could only be reported at the end of the round. */
  end(): readonly string[] {
    const lines = [...this.#unreported.values()].flatMap((event) => this.#reportPass(event));
    this.#unreported.clear();
    this.#passed.clear();
    this.#isFirstRound = false;
    return lines;
  }

  #seePass(event: VerdictEvent): readonly string[] {
    this.#passed.add(event.check);
    if (!this.#failedLate.has(event.check)) return this.#reportPass(event);
    this.#unreported.set(event.check, event);
    return [];
  }

  #reportPass(event: VerdictEvent): readonly string[] {
    const before = this.#verdicts.get(event.check);
    this.#verdicts.set(event.check, event.verdict);
    const changed = before !== undefined && isOpen(before);
    return changed ? heading('✓', `now ${event.verdict}`, event) : [];
  }

  /** The ids of checks that did not pass. They run first in the next round. */
  open(): ReadonlySet<string> {
    return new Set(
      [...this.#verdicts].flatMap(([check, verdict]) => (isOpen(verdict) ? [check] : [])),
    );
  }

  /** The number of checks by verdict, such as `2 failed, 171 passed`. */
  counts(): string {
    const all = [...this.#verdicts.values()];
    return (['failed', 'warning', 'inconclusive', 'passed', 'observed'] as const)
      .flatMap((verdict) => {
        const count = all.filter((other) => other === verdict).length;
        return count === 0 ? [] : [`${count} ${verdict}`];
      })
      .join(', ');
  }
}

/** The words for a check that fails or warns. */
const WORDS = { failed: 'failing', warning: 'warning' } as const;
/** The verdicts that need no attention. */
const GOOD: ReadonlySet<string> = new Set(['passed', 'observed']);

const isBad = (verdict: VerdictEvent['verdict']): verdict is keyof typeof WORDS => verdict in WORDS;
const isOpen = (verdict: VerdictEvent['verdict']): boolean =>
  isBad(verdict) || verdict === 'inconclusive';

const heading = (
  mark: string,
  words: string,
  { clauses, title, check }: VerdictEvent,
): readonly string[] => [
  `${mark} ${words.padEnd(16)} ${oneLine(`${clauses.join(', ')}  ${title}  ${check}`)}`,
];

const evidence = ({ expected, actual, reason, commands = [] }: VerdictEvent): readonly string[] => [
  ...(expected === undefined
    ? [`    ${oneLine(reason ?? '')}`]
    : [`    expected  ${oneLine(expected)}`, `    got       ${oneLine(actual ?? '')}`]),
  ...commands.slice(0, 1).map((command) => `    reproduce ${oneLine(command, 4000)}`),
];

/** A text of the target on one line, without characters that a terminal would obey. */
const oneLine = (text: string, length = 400): string =>
  excerpt(text, length).replaceAll('\n', '\\n');
