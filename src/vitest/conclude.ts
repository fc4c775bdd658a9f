/** Converts the verdict of a check to the outcome of a Vitest test. */

import { expect, type TestContext } from 'vitest';
import type { Suite } from '../harness/index.js';
import type { VerdictEvent } from '../ledger/index.js';
import { excerpt } from '../report/visible.js';
import { placeOf } from './place-of.js';

/** The settings for judging verdicts. */
export interface Judging {
  /** The suites, whose clauses are quoted. */
  readonly suites: readonly Pick<Suite, 'clauses'>[];
  /** Whether a warning fails its test. */
  readonly strict: boolean;
}

/**
 * Ends a test with a verdict: passed, failed with its evidence, or skipped with its reason. A
 * warning is an annotation and is also printed on stderr, so that it does not look passed.
 */
export async function conclude(
  test: TestContext,
  verdict: VerdictEvent | undefined,
  judging: Judging,
): Promise<void> {
  expect(verdict, 'the run ended before this check').toBeDefined();
  if (verdict === undefined) return;
  const isOpen = verdict.level === 'open';
  if (
    verdict.verdict === 'skipped' ||
    verdict.verdict === 'observed' ||
    (isOpen && verdict.verdict === 'inconclusive')
  )
    test.skip(verdict.reason);
  const warns = verdict.verdict === 'warning';
  if (
    verdict.verdict === 'failed' ||
    verdict.verdict === 'inconclusive' ||
    (warns && judging.strict && !isOpen)
  )
    throw new NotHeld(verdict, judging.suites);
  if (!warns) return;
  const message = evidence(verdict, judging.suites);
  // Vitest supports annotations since version 3.2.
  await test.annotate?.(message, 'warning');
  console.warn(message);
}

/**
 * A failed check in the form of assertion libraries. Vitest shows the difference between `expected`
 * and `actual`.
 */
class NotHeld extends Error {
  override readonly name = 'AssertionError';
  readonly expected: string | undefined;
  readonly actual: string | undefined;
  readonly showDiff: boolean;

  constructor(verdict: VerdictEvent, suites: Judging['suites']) {
    super(evidence(verdict, suites));
    this.expected = shown(verdict.expected);
    this.actual = shown(verdict.actual);
    this.showDiff = this.expected !== undefined && this.actual !== undefined;
    const place = placeOf(verdict.check);
    // The stack points to the source of the check, which readers need, and not to this file.
    this.stack = `${this.name}: ${this.message}${place === undefined ? '' : `\n    at ${verdict.check} (${place.file}:${place.line}:${place.column})`}`;
  }
}

/** The maximum number of characters that a terminal shows of one check. */
const LONGEST = 20_000;

/** A text of the target without characters that a terminal would obey. */
const shown = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : excerpt(text, LONGEST);

function evidence(verdict: VerdictEvent, suites: Judging['suites']): string {
  const { check, reason, replay, transcript, commands = [] } = verdict;
  const place = placeOf(check);
  const lines = [
    `${verdict.verdict}: ${reason}`,
    ...verdict.clauses.flatMap((id) => clauseLines(id, suites)),
    ...commands.map((command) => `reproduce ${command}`),
    replay && `re-run    npx --no -- assay ${replay}`,
    place && `check     ${check}, ${place.shown}:${place.line}`,
    transcript,
  ];
  return excerpt(lines.filter(Boolean).join('\n'), LONGEST);
}

/** The text of a clause, and its section in the document. */
function clauseLines(id: string, suites: Judging['suites']): readonly string[] {
  const suite = suites.find(({ clauses }) => id in clauses);
  const clause = suite?.clauses[id];
  if (clause === undefined) return [];
  const { section } = clause;
  return [
    `clause    ${id} (${clause.level}): ${clause.text}${section === undefined ? '' : ` [${section}]`}`,
  ];
}
