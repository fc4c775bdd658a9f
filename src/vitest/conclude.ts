/** Converts the verdict of a check to the outcome of a Vitest test. */

import { expect, type TestContext } from 'vitest';
import type { Suite } from '../harness/index.js';
import type { VerdictEvent } from '../ledger/index.js';
import { rerunCommand } from '../report/rerun.js';
import { excerpt } from '../report/visible.js';
import { placeOf } from './place-of.js';

export interface Judging {
  /** The suites whose clauses are quoted. */
  readonly suites: readonly Pick<Suite, 'clauses'>[];
  readonly strict: boolean;
}

/**
 * A test passes, fails with its evidence, or is skipped with its reason. Unless `strict` is set, a
 * warning is an annotation of a passing test, and is also printed on stderr.
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

/** Vitest shows the difference between `expected` and `actual`. */
class NotHeld extends Error {
  override readonly name = 'AssertionError';
  readonly expected: string | undefined;
  readonly actual: string | undefined;
  readonly showDiff: boolean;

  constructor(verdict: VerdictEvent, suites: Judging['suites']) {
    super(evidence(verdict, suites));
    this.expected = printable(verdict.expected);
    this.actual = printable(verdict.actual);
    this.showDiff = this.expected !== undefined && this.actual !== undefined;
    const place = placeOf(verdict.check);
    // Vitest shows the place at the top of the stack. It is the source of the check, not this file.
    this.stack = `${this.name}: ${this.message}${place === undefined ? '' : `\n    at ${verdict.check} (${place.file}:${place.line}:${place.column})`}`;
  }
}

/** The maximum number of characters that are shown for one check. */
const MAX_LENGTH = 20_000;

/** Control characters of the target must not affect the terminal. */
const printable = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : excerpt(text, MAX_LENGTH);

function evidence(verdict: VerdictEvent, suites: Judging['suites']): string {
  const { check, reason, transcript, commands = [] } = verdict;
  const again = rerunCommand(verdict);
  const place = placeOf(check);
  const lines = [
    `${verdict.verdict}: ${reason}`,
    ...verdict.clauses.flatMap((id) => clauseLines(id, suites)),
    ...commands.map((command) => `reproduce ${command}`),
    again && `re-run    ${again}`,
    place && `check     ${check}, ${place.shown}:${place.line}`,
    transcript,
  ];
  return excerpt(lines.filter(Boolean).join('\n'), MAX_LENGTH);
}

function clauseLines(id: string, suites: Judging['suites']): readonly string[] {
  const suite = suites.find(({ clauses }) => id in clauses);
  const clause = suite?.clauses[id];
  if (clause === undefined) return [];
  const { section } = clause;
  return [
    `clause    ${id} (${clause.level}): ${clause.text}${section === undefined ? '' : ` [${section}]`}`,
  ];
}
