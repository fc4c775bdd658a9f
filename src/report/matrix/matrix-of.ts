/** Collects the verdicts of several implementations for each clause. */

import type { Implementation, MatrixRow, RunMatrix } from '../../schema/types.js';
import { headOf, type NamedRun } from '../named-run.js';
import { excerpt } from '../visible.js';

/** Implementations differ only in these verdicts. The others say nothing about a target. */
const COMPARED_VERDICTS: readonly MatrixRow['verdicts'][number][] = [
  'passed',
  'failed',
  'warning',
  'observed',
];

/** Returns the implementations in the order of `runs`, and the clauses of all runs. */
export function matrixOf(runs: readonly NamedRun[]): RunMatrix {
  const known = new Map(
    runs.flatMap(({ report }) => report.clauses.map((clause) => [clause.id, clause] as const)),
  );
  const clauses = [...known.values()].map(({ id, interface: name, level, text }): MatrixRow => {
    const verdicts = runs.map(
      ({ report }) => report.clauses.find((clause) => clause.id === id)?.verdict ?? null,
    );
    const compared = new Set(verdicts.filter((verdict) => COMPARED_VERDICTS.includes(verdict)));
    return {
      id: excerpt(id, 60),
      interface: excerpt(name, 60),
      level,
      text: excerpt(text, 600),
      verdicts,
      differs: compared.size > 1,
    };
  });
  return {
    implementations: runs.map((run, index) => implementation(run, runs.slice(0, index))),
    clauses,
    differ: clauses.filter(({ differs }) => differs).length,
  };
}

/** If an earlier run has the same name, a number such as ` (2)` is added to the name. */
function implementation(run: NamedRun, earlier: readonly NamedRun[]): Implementation {
  const { name } = run.report.target;
  const same = earlier.filter((other) => other.report.target.name === name).length;
  const suffix = same === 0 ? '' : ` (${same + 1})`;
  return { name: `${excerpt(name, 100)}${suffix}`, ...headOf(run) };
}
