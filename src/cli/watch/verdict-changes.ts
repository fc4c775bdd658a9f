/** Describes how verdicts change between the rounds of `assay watch`. */

import type { VerdictEvent } from '../../ledger/index.js';
import { excerpt } from '../../report/visible.js';

export class VerdictChanges {
  readonly #verdicts = new Map<string, VerdictEvent['verdict']>();
  /** Passes that are reported at the end of the round. */
  readonly #unreported = new Map<string, VerdictEvent>();
  /**
   * Checks that passed and then failed in one round, because a request of another check showed a
   * violation. Such a check may fail again, so its pass is reported at the end of a round.
   */
  readonly #failedLate = new Set<string>();
  readonly #passedInRound = new Set<string>();
  #isFirstRound = true;

  /**
   * Returns lines only if the verdict differs from the previous verdict of the check. A pass
   * as the first verdict of a check is not reported.
   */
  see(event: VerdictEvent): readonly string[] {
    const { check, verdict } = event;
    // A check that did not run keeps its verdict.
    if (verdict === 'skipped') return [];
    if (GOOD.has(verdict)) return this.#seePass(event);
    if (this.#passedInRound.has(check)) this.#failedLate.add(check);
    this.#unreported.delete(check);
    const before = this.#verdicts.get(check);
    this.#verdicts.set(check, verdict);
    if (before === verdict) return [];
    if (!isBad(verdict))
      return [...heading('?', 'inconclusive', event), `    ${oneLine(event.reason ?? '')}`];
    const words = this.#isFirstRound ? WORDS[verdict] : `now ${WORDS[verdict]}`;
    return [...heading('✗', words, event), ...evidence(event)];
  }

  /** Ends the round. Returns the lines of the passes that were not reported yet. */
  end(): readonly string[] {
    const lines = [...this.#unreported.values()].flatMap((event) => this.#reportPass(event));
    this.#unreported.clear();
    this.#passedInRound.clear();
    this.#isFirstRound = false;
    return lines;
  }

  #seePass(event: VerdictEvent): readonly string[] {
    this.#passedInRound.add(event.check);
    if (!this.#failedLate.has(event.check)) return this.#reportPass(event);
    this.#unreported.set(event.check, event);
    return [];
  }

  #reportPass(event: VerdictEvent): readonly string[] {
    const before = this.#verdicts.get(event.check);
    this.#verdicts.set(event.check, event.verdict);
    const changed = before !== undefined && isNotPassed(before);
    return changed ? heading('✓', `now ${event.verdict}`, event) : [];
  }

  /** The checks whose last verdict is not a pass. They run first in the next round. */
  notPassed(): ReadonlySet<string> {
    return new Set(
      [...this.#verdicts].flatMap(([check, verdict]) => (isNotPassed(verdict) ? [check] : [])),
    );
  }

  /** Counts the checks by verdict, for example `2 failed, 171 passed`. */
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

const WORDS = { failed: 'failing', warning: 'warning' } as const;
const GOOD: ReadonlySet<string> = new Set(['passed', 'observed']);

const isBad = (verdict: VerdictEvent['verdict']): verdict is keyof typeof WORDS => verdict in WORDS;
const isNotPassed = (verdict: VerdictEvent['verdict']): boolean =>
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

/** Line breaks and control characters in texts of the target must not affect the terminal. */
const oneLine = (text: string, length = 400): string =>
  excerpt(text, length).replaceAll('\n', '\\n');
