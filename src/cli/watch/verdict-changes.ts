import type { VerdictEvent } from '../../ledger/index.js';
import { excerpt } from '../../report/visible.js';

/** What the rounds of a watch have found up to now, and what of it is new. */
export class VerdictChanges {
  readonly #known = new Map<string, VerdictEvent['verdict']>();
  /** What was known before this round. */
  #before: ReadonlyMap<string, VerdictEvent['verdict']> = new Map();
  /** Checks that passed in this round: later responses may still show a violation. */
  readonly #good = new Map<string, VerdictEvent>();

  /** Lines for what a verdict says that was not so before; none where all is as it was. */
  see(event: VerdictEvent): readonly string[] {
    const { check, verdict } = event;
    // The verdict of a check that did not run is unchanged.
    if (verdict === 'skipped') return [];
    const told = this.#known.get(check);
    const before = this.#before.get(check);
    this.#known.set(check, verdict);
    if (GOOD.has(verdict)) this.#good.set(check, event);
    else this.#good.delete(check);
    if (GOOD.has(verdict) || before === verdict || told === verdict) return [];
    return isBad(verdict)
      ? [...heading('✗', `now ${WORDS[verdict]}`, event), ...evidence(event)]
      : [...heading('?', 'inconclusive', event), `    ${oneLine(event.reason ?? '')}`];
  }

  /** At the end of a round: lines for checks that pass now and did not before. */
  end(): readonly string[] {
    const lines = [...this.#good].flatMap(([check, event]) => {
      const before = this.#before.get(check);
      return before !== undefined && isOpen(before)
        ? heading('✓', `now ${event.verdict}`, event)
        : [];
    });
    this.#good.clear();
    this.#before = new Map(this.#known);
    return lines;
  }

  /** Ids of the checks to run first: those that did not pass. */
  open(): ReadonlySet<string> {
    return new Set(
      [...this.#known].flatMap(([check, verdict]) => (isOpen(verdict) ? [check] : [])),
    );
  }

  /** The number of checks by verdict, such as `2 failed, 171 passed`. */
  counts(): string {
    const all = [...this.#known.values()];
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

/** What a target sends is data: on one line, with nothing that a terminal would obey. */
const oneLine = (text: string, length = 400): string =>
  excerpt(text, length).replaceAll('\n', '\\n');
