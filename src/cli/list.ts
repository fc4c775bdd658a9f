import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { clientsSuite } from '../../suites/clients/index.js';
import { suites } from '../../suites/index.js';
import { leastOf, mostOf } from '../harness/index.js';
import { packageRoot } from '../schema/validate.js';
import { EXIT, type ExitCode, type Io } from './io.js';
import { FAULTS } from './selftest/faults.js';

const all = [...suites, clientsSuite];

export const LISTS = ['clauses', 'checks', 'defects', 'profiles'] as const;

type Row = Readonly<Record<string, string | number | readonly string[]>>;

/** `assay list`: what there is, a line each, or one JSON document. */
export function listCommand(
  what: (typeof LISTS)[number],
  { json = false }: { readonly json?: boolean },
  io: Io,
): ExitCode {
  const rows = lists[what]();
  if (json) io.out(`${JSON.stringify(rows, null, 2)}\n`);
  else
    for (const row of rows)
      io.out(
        `${Object.values(row)
          .map((cell) => (Array.isArray(cell) ? cell.join(', ') : String(cell)))
          .join('  ')}\n`,
      );
  return EXIT.holds;
}

const lists: Readonly<Record<(typeof LISTS)[number], () => readonly Row[]>> = {
  clauses: () =>
    all.flatMap((suite) =>
      Object.entries(suite.clauses).map(([id, { level, text }]) => ({
        id,
        level,
        text,
        checks: suite.checks.filter((check) => check.clauses.includes(id)).map((check) => check.id),
      })),
    ),
  checks: () =>
    all.flatMap((suite) =>
      suite.checks.map(({ id, clauses, level, title, requests }) => ({
        id,
        clauses,
        level,
        title,
        requests:
          mostOf(requests) === leastOf(requests) ? leastOf(requests) : `${leastOf(requests)}-${mostOf(requests)}`,
      })),
    ),
  defects: () =>
    FAULTS.map(({ id, interface: name, clause, sentence, severity }) => ({
      id,
      interface: name,
      clause,
      severity,
      sentence,
    })),
  profiles: () => {
    const folder = path.join(packageRoot, 'suites', 'load');
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({
        id: path.basename(name, '.json'),
        file: path.join('suites', 'load', name),
        description: describe(path.join(folder, name)),
      }));
  },
};

const describe = (file: string): string => {
  const { description = '' } = JSON.parse(readFileSync(file, 'utf8')) as { description?: string };
  return description;
};
