import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { clientsSuite } from '../../suites/clients/index.js';
import { suites } from '../../suites/index.js';
import { leastOf, mostOf } from '../harness/index.js';
import { openApiDocument } from '../openapi/index.js';
import { packageRoot } from '../schema/validate.js';
import { EXIT, type ExitCode, type Io } from './io.js';
import type { Listing } from './listings.js';
import { FAULTS } from './selftest/faults.js';

const all = [...suites, clientsSuite];

type Row = Readonly<Record<string, string | number | readonly string[]>>;

/** `assay list`: what there is, a line each, or one JSON document; the OpenAPI document is always one. */
export function listCommand(what: Listing, { json = false }: { readonly json?: boolean }, io: Io): ExitCode {
  const rows = what === 'openapi' ? undefined : lists[what]();
  if (rows === undefined || json) io.out(`${JSON.stringify(rows ?? openApiDocument(), null, 2)}\n`);
  else for (const row of rows) io.out(`${lineOf(row)}\n`);
  return EXIT.holds;
}

const lineOf = (row: Row): string =>
  Object.values(row)
    .map((cell) => (Array.isArray(cell) ? cell.join(', ') : String(cell)))
    .join('  ');

const lists: Readonly<Record<Exclude<Listing, 'openapi'>, () => readonly Row[]>> = {
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
