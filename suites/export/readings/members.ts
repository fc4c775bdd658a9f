/** Mistakes in the members of records: which come, their names, and the types of their values. */

import { memoizedByObject } from '../../../src/memoized.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { PARTS } from './parts.js';
import { type ExportReading, slug } from './reading.js';
import { isJsonApi } from './which-error.js';

/** Members that records of some requests lack. */
function missingMembers(violated: readonly Exchange[], known: Known): readonly ExportReading[] {
  const always = [...known.survey.columns.keys()].filter((name) =>
    known.survey.records.every((record) => name in record),
  );
  const lackedBy = ({ page }: Exchange): readonly string[] =>
    (page?.records.length ?? 0) === 0
      ? []
      : always.filter((name) => page?.records.every((record) => !(name in record)));
  const sets = new Map(
    violated.map(lackedBy).flatMap((names) => (names.length > 0 ? [[names.join(), names]] : [])),
  );
  return [...sets.values()].slice(0, MOST_SETS).flatMap((names) => {
    const listed = names.slice(0, MOST_NAMED).map((name) => `\`${name}\``);
    const more = names.length > MOST_NAMED ? [`${names.length - MOST_NAMED} more`] : [];
    return PARTS.filter(({ id }) => id !== 'everywhere').map(
      (part): ExportReading => ({
        id: `members.missing.${part.id}.${slug(names.join(' '))}`,
        mistake: 'members.missing',
        clause: 'EXP-ROUTE-1',
        also: ['EXP-NEG-4', 'EXP-LIST-2', 'EXP-FILT-11', 'EXP-FILT-12', 'EXP-ROUTE-2'],
        sentence: `records come without ${[...listed, ...more].join(', ')}${part.name}`,
        requires: 'every record must have all its members',
        touches: part.has,
        // Another destination may have other columns.
        response: ({ page, question }) =>
          page === undefined || page.records.length === 0 || question.destination !== undefined
            ? undefined
            : names.every((name) => page.records.every((record) => !(name in record))),
      }),
    );
  });
}
/** The most sets of missing members that are tried, and the most members that a sentence names. */
const MOST_SETS = 3;
const MOST_NAMED = 3;

/** The same text for names that differ only in letter case and separators: `is_new` and `isNew`. */
const foldedName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The plain format writes the names of columns in another way than JSON:API. */
function otherNames(violated: readonly Exchange[], known: Known): readonly ExportReading[] {
  const { columns } = known.survey;
  const otherIn = ({ page, question }: Exchange): readonly [string, string] | undefined => {
    const names = isJsonApi(question) ? [] : Object.keys(page?.records[0] ?? {});
    return names.flatMap((name): [string, string][] => {
      if (columns.has(name)) return [];
      const column = [...columns.keys()].find((one) => foldedName(one) === foldedName(name));
      return column === undefined ? [] : [[name, column]];
    })[0];
  };
  const [name, column] = violated.map(otherIn).find((found) => found !== undefined) ?? [];
  if (name === undefined) return [];
  return [
    {
      id: 'members.other-names',
      clause: 'EXP-NEG-4',
      also: ['EXP-LIST-2'],
      sentence: `a column is \`${column}\` in the format JSON:API, and \`${name}\` in the plain one`,
      requires: 'both formats must have the same columns',
      touches: (question) => !isJsonApi(question),
      response: (exchange) =>
        (exchange.page?.records.length ?? 0) === 0 ? undefined : otherIn(exchange) !== undefined,
    },
  ];
}

/** The documented types of columns, in words. */
const TYPES = {
  id: 'an integer',
  name: 'a text',
  price: 'a number',
  color: 'a text',
  category: 'a text',
} as const;

/**
 * The type of a value in words. A whole number is an integer only if this is the documented type
 * (`right`), and otherwise a number.
 */
function typeOf(value: unknown, right: string): string {
  if (right === TYPES.id && Number.isInteger(value)) return right;
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'number' ? 'a number' : 'a boolean';
}

type Documented = keyof typeof TYPES;
const DOCUMENTED = Object.keys(TYPES) as readonly Documented[];

/** The types of the values of a column that a page contains, without null. */
const typesIn = ({ page }: Exchange, name: Documented): readonly string[] =>
  page === undefined ? [] : [...(typesOf(page.records).get(name) ?? [])];

const typesOf = memoizedByObject((records: readonly ProductRecord[]) => {
  const types = new Map(DOCUMENTED.map((name) => [name, new Set<string>()]));
  for (const text of new Set(records.map(typesOfRecord))) {
    const row = text.split(',');
    for (const [at, name] of DOCUMENTED.entries()) {
      const type = row[at] ?? '';
      if (type !== '') types.get(name)?.add(type);
    }
  }
  return types;
});

/** The types of the documented columns, one after the other. It is empty for null. */
const typesOfRecord = memoizedByObject((record: ProductRecord): string =>
  DOCUMENTED.map((name) => {
    const value = record[name] ?? null;
    return value === null ? '' : typeOf(value, TYPES[name]);
  }).join(),
);

/** Columns whose values have another type than the documented one. */
const otherTypes = (violated: readonly Exchange[]): readonly ExportReading[] =>
  DOCUMENTED.flatMap((name) => {
    const right = TYPES[name];
    const types = new Set(violated.flatMap((exchange) => typesIn(exchange, name)));
    return [...types]
      .filter((type) => type !== right)
      .map(
        (type): ExportReading => ({
          id: `members.${name}-is-${slug(type)}`,
          clause: 'EXP-LIST-4',
          sentence: `\`${name}\` is ${type} instead of ${right}`,
          touches: () => true,
          response(exchange) {
            const [only, second] = typesIn(exchange, name);
            return only === undefined ? undefined : only === type && second === undefined;
          },
        }),
      );
  });

export const memberReadings = (
  violated: readonly Exchange[],
  known: Known,
): readonly ExportReading[] => [
  ...missingMembers(violated, known),
  ...otherNames(violated, known),
  ...otherTypes(violated),
];
