/** Collects the verdicts of several implementations for each clause. */

import type { Implementation, MatrixRow, RunMatrix } from '../../schema/types.js';
import { headOf, type NamedRun } from '../named-run.js';
import { excerpt } from '../visible.js';

/** Implementations can differ in these verdicts. Other verdicts give no result. */
const COMPARED_VERDICTS: readonly MatrixRow['verdicts'][number][] = [
  'passed',
  'failed',
  'warning',
  'observed',
];

/** The implementations have the order of `runs`. */
export function matrixOf(runs: readonly NamedRun[]): RunMatrix {
  const known = new Map(
    runs.flatMap(({ report }) => report.clauses.map((clause) => [clause.id, clause] as const)),
  );
  const clauses = [...known.values()].map(({ id, interface: name, level, text }): MatrixRow => {
    const verdicts = runs.map(
      ({ report }) => report.clauses.find((clause) => clause.id === id)?.verdict ?? null,
    );
    const judged = new Set(verdicts.filter((verdict) => COMPARED_VERDICTS.includes(verdict)));
    return {
      id: excerpt(id, 60),
      interface: excerpt(name, 60),
      level,
      text: excerpt(text, 600),
      verdicts,
      differs: judged.size > 1,
    };
  });
  return {
    implementations: runs.map((run, index) => implementation(run, runs.slice(0, index))),
    clauses,
    differ: clauses.filter(({ differs }) => differs).length,
  };
}

function implementation(one: NamedRun, before: readonly NamedRun[]): Implementation {
  const { name } = one.report.target;
  const same = before.filter((other) => other.report.target.name === name).length;
  return { name: `${excerpt(name, 100)}${same === 0 ? '' : ` (${same + 1})`}`, ...headOf(one) };
}
