import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { clientsSuite } from '../../../suites/clients/index.js';
import { suites } from '../../../suites/index.js';
import { type Decision, leastOf, mostOf } from '../../harness/index.js';
import { openApiDocument } from '../../openapi/index.js';
import { packageRoot } from '../../schema/validate.js';
import { FAULTS } from '../../selftest/faults.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import type { Listing } from './listings.js';

const allSuites = [...suites, clientsSuite];

type Row = Readonly<Record<string, string | number | readonly string[]>>;

/**
 * The command `assay list`: prints a table, or with `json` one JSON document. The OpenAPI document
 * is always printed as JSON.
 */
export function listCommand(
  what: Listing,
  { json = false }: { readonly json?: boolean },
  io: Io,
): ExitCode {
  if (what === 'openapi') {
    io.out(jsonText(openApiDocument()));
    return EXIT.holds;
  }
  const rows = lists[what]();
  io.out(json ? jsonText(rows) : tableOf(rows));
  return EXIT.holds;
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The maximum width of a column in characters. A longer cell is printed in full, so it shifts the
 * cells after it.
 */
const MAX_WIDTH = 40;

function tableOf(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [
    names,
    ...rows.map((row) => names.map((name) => [row[name] ?? ''].flat().join(', '))),
  ];
  const widths = names.map((_, at) =>
    Math.min(MAX_WIDTH, Math.max(...cells.map((row) => row[at]?.length ?? 0))),
  );
  const lineOf = (row: readonly string[]): string => {
    const padded = row.map((cell, at) => cell.padEnd(widths[at] ?? 0));
    return `${padded.join('  ').trimEnd()}\n`;
  };
  return cells.map(lineOf).join('');
}

const lists: Readonly<Record<Exclude<Listing, 'openapi'>, () => readonly Row[]>> = {
  clauses: () =>
    allSuites.flatMap((suite) =>
      Object.entries(suite.clauses).map(([id, { level, text }]) => ({
        id,
        level,
        text,
        checks: suite.checks.filter((check) => check.clauses.includes(id)).map((check) => check.id),
      })),
    ),
  checks: () =>
    allSuites.flatMap((suite) =>
      suite.checks.map(({ id, clauses, level, title, requests }) => ({
        id,
        clauses,
        level,
        title,
        requests:
          mostOf(requests) === leastOf(requests)
            ? leastOf(requests)
            : `${leastOf(requests)}-${mostOf(requests)}`,
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
  shapes: () =>
    suites.flatMap(({ interface: name, places = {} }) => [
      ...Object.entries(places).flatMap(([place, { cells }]) =>
        Object.entries(cells).map(([shape, decision]) => ({
          interface: name,
          place,
          shape,
          ...decisionColumns(shape, decision),
        })),
      ),
      ...schemaRows(name),
    ]),
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

/**
 * `shape` is a malformed form of a value. The columns show what the suite has decided about this
 * form: a check tests it, it is not applicable, or the specification leaves it open.
 */
function decisionColumns(shape: string, decision: Decision<string>): Row {
  if ('never' in decision) return { cell: 'not applicable', why: decision.never };
  if ('open' in decision)
    return { cell: 'open', why: decision.open, checks: decision.by ?? 'none' };
  const [clause = '', check = ''] = decision.by.split(' ');
  return { cell: 'asked', why: `must ${decision.must}`, clause, checks: check.replace('*', shape) };
}

/** Returns a row for each member that a schema of the interface describes. */
function schemaRows(name: string): readonly Row[] {
  const folder = path.join(packageRoot, 'schemas', name);
  return readdirSync(folder).flatMap((file) => {
    const schema = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as JsonSchema;
    return membersOf(schema).map(([place, type]) => ({
      interface: name,
      place: `${path.basename(file, '.schema.json')}${place}`,
      shape: `other than ${type}`,
      cell: 'asked',
      why: `every response is validated against schemas/${name}/${file}`,
    }));
  });
}

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

const membersOf = (
  { type = 'documented', properties = {}, items }: JsonSchema,
  at = '',
): readonly [string, string][] => [
  [at, String(type)],
  ...Object.entries(properties).flatMap(([member, schema]) => membersOf(schema, `${at}.${member}`)),
  ...(items === undefined ? [] : membersOf(items, `${at}[]`)),
];

const describe = (file: string): string => {
  const { description = '' } = JSON.parse(readFileSync(file, 'utf8')) as { description?: string };
  return description;
};
