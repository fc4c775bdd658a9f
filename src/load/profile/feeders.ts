/** Reads the data feeders of a load profile: files with values for requests. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { messageOf, textOfValue } from '../../schema/json-value.js';
import type { LoadFeeder, LoadProfile } from '../../schema/types.js';
import { readText } from '../../settings/index.js';
import type { Mistakes } from './mistakes.js';

/** A row contains the values of the placeholders `{{name}}` in a request, by their names. */
export type Row = Readonly<Record<string, string>>;

export interface Feeder {
  readonly order: 'circular' | 'random' | 'queue';
  readonly rows: readonly Row[];
}

/** The number of rows is limited, because every worker has a copy of them. */
const MAX_ROWS = 1_000_000;

/** Reads the data files. Relative paths start at `folder`, the folder of the profile. */
export function checkFeeders(
  { data = {} }: LoadProfile,
  folder: string,
  mistakes: Mistakes,
): Map<string, Feeder> {
  return new Map(
    Object.entries(data).map(([name, { file, order = 'circular' }]: [string, LoadFeeder]) => {
      const setting = `data.${name}.file`;
      const rows = readRows(path.resolve(folder, file), setting, mistakes);
      if (rows?.length === 0)
        mistakes.add(
          setting,
          `${file} has no rows`,
          'Add at least one row. CSV also needs a header line.',
        );
      return [name, { order, rows: rows ?? [] }];
    }),
  );
}

function readRows(file: string, setting: string, mistakes: Mistakes): readonly Row[] | undefined {
  try {
    if (!existsSync(file)) {
      mistakes.add(
        setting,
        `${file} cannot be read`,
        'Name a CSV or NDJSON file. A relative path starts at the folder of the profile.',
      );
      return undefined;
    }
    const text = readText(file, 'its text', '');
    const rows = /\.(nd)?jsonl?$/i.test(file) ? ndjson(text) : csv(text);
    const problem = problemOfNames(Object.keys(rows[0] ?? {}));
    if (problem !== undefined) {
      mistakes.add(setting, `${file} ${problem[0]}`, problem[1]);
      return undefined;
    }
    if (rows.length <= MAX_ROWS) return rows;
    mistakes.add(
      setting,
      `${file} has ${rows.length} rows`,
      `Give at most ${MAX_ROWS.toLocaleString('en')}.`,
    );
  } catch (error) {
    const why = messageOf(error);
    const remedy = 'Give CSV with a header line, or one JSON object per line.';
    mistakes.add(setting, `${file} cannot be parsed: ${why}`, remedy);
  }
  return undefined;
}

/** Characters that other tools write between columns, instead of commas. */
const SEPARATORS: Readonly<Record<string, string>> = {
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

/** Returns a problem and its remedy for names that no placeholder can contain. */
function problemOfNames(
  names: readonly string[],
): readonly [problem: string, remedy: string] | undefined {
  const [first = ''] = names;
  const separator = Object.keys(SEPARATORS).find((one) => first.includes(one));
  if (names.length === 1 && separator !== undefined)
    return [
      `has the single column ${JSON.stringify(first)}: its columns are separated by ${SEPARATORS[separator]}`,
      'Separate the columns by commas.',
    ];
  const padded = names.find((name) => name !== name.trim());
  if (padded === undefined) return undefined;
  return [
    `has the column ${JSON.stringify(padded)}, whose name has leading or trailing whitespace`,
    'Remove the whitespace from the header line.',
  ];
}

const csv = (text: string): Row[] =>
  parse(text, { columns: true, bom: true, skip_empty_lines: true });

const ndjson = (text: string): Row[] =>
  text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => {
      const row: unknown = JSON.parse(line);
      if (row === null || typeof row !== 'object')
        throw new Error(`line ${number} is not an object`);
      return Object.fromEntries(
        Object.entries(row).map(([key, value]) => [key, textOfValue(value)]),
      );
    });
