import type { IncomingMessage } from 'node:http';
import type { ParsedQs } from 'qs';
import type { Criterion, Group } from './conditions.js';

/**
 * A fault of a server that leaves the work to a database: in the SQL that it writes, in the
 * parameters that it reads, or in a cache before it.
 */
export interface Fault {
  /** The criterion that is written as SQL instead of the requested one; undefined for none. */
  readonly criterion?: (requested: Criterion) => Criterion | undefined;
  /** The criteria of a group that are used. */
  readonly group?: (requested: Group) => Group;
  /** The condition for a criterion, made of the right one. */
  readonly condition?: (sql: string, criterion: Criterion) => string;
  readonly query?: (requested: ParsedQs) => ParsedQs;
  /** The table that is joined with the products, so that some have two rows. */
  readonly joined?: 'rows' | 'count';
  /** The `status` in an error of the JSON:API format, made of the right one. */
  readonly errorStatus?: (status: number) => unknown;
  /** The key of the cache in which responses are kept. */
  readonly cacheKey?: (request: IncomingMessage) => string;
}

const listOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).map(String) : [];

/** The lists of ranges and sets, changed. */
const withList =
  (operators: readonly string[], change: (values: readonly string[]) => unknown) =>
  (requested: Criterion): Criterion =>
    operators.includes(requested.operator ?? '')
      ? { ...requested, value: change(listOf(requested.value)) }
      : requested;

/** What is reported of object mappers, query builders, paginators and caches, with its clauses. */
export const FAULTS: Readonly<Record<string, { readonly fault: Fault; readonly clauses: RegExp }>> =
  {
    'a range of dates takes whole days': {
      fault: {
        condition: (sql, { column, operator }) =>
          column === 'created_at' && operator?.endsWith('BETWEEN') === true
            ? sql.replace(/(\$\d+) AND (\$\d+)$/, "$1::date AND $2::date + interval '1 day'")
            : sql,
      },
      clauses: /^EXP-FILT-(7|16)$/,
    },
    'a blank value drops its criterion': {
      fault: {
        criterion: (requested) =>
          typeof requested.value === 'string' &&
          requested.value.trim() === '' &&
          !requested.operator?.startsWith('IS')
            ? undefined
            : requested,
      },
      clauses: /^EXP-FILT-/,
    },
    'zero drops its criterion': {
      fault: {
        criterion: (requested) => (requested.value === '0' ? undefined : requested),
      },
      clauses: /^EXP-FILT-/,
    },
    'a list uses its first value only': {
      fault: { criterion: withList(['IN', 'NOT IN'], ([first]) => [first]) },
      clauses: /^EXP-FILT-6$/,
    },
    'the bounds of a range are sorted as text': {
      fault: {
        criterion: withList(['BETWEEN', 'NOT BETWEEN'], (values) => [...values].sort()),
      },
      clauses: /^EXP-FILT-(7|16)$/,
    },
    'an apostrophe in a value is doubled': {
      fault: {
        criterion: (requested) =>
          typeof requested.value === 'string'
            ? { ...requested, value: requested.value.replaceAll("'", "''") }
            : requested,
      },
      clauses: /^EXP-FILT-/,
    },
    'a group takes the operator of its first and the value of its last criterion': {
      fault: {
        group: (requested) => {
          const criteria = Object.values(requested.criteria ?? {});
          const [first, last] = [criteria[0], criteria.at(-1)];
          if (first === undefined || last === undefined) return requested;
          return { ...requested, criteria: { 0: { ...first, value: last.value } } };
        },
      },
      clauses: /^EXP-FILT-/,
    },
    'the limit counts joined rows': {
      fault: { joined: 'rows' },
      clauses: /^EXP-(LIST|SORT)-/,
    },
    'the total counts joined rows': {
      fault: { joined: 'count' },
      clauses: /^EXP-LIST-7$/,
    },
    'the limit is capped at 50, and meta says otherwise': {
      fault: {
        query: (requested) =>
          Number(requested.limit ?? 100) > 50 ? { ...requested, limit: '50' } : requested,
      },
      clauses: /^EXP-LIST-/,
    },
    'the cache does not distinguish Accept': {
      fault: { cacheKey: ({ url, headers }) => `${url} ${headers['x-ea-auth-token']}` },
      clauses: /^EXP-/,
    },
    'the cache does not distinguish letter case': {
      fault: {
        cacheKey: ({ url = '', headers }) =>
          `${url.toLowerCase()} ${headers.accept} ${headers['x-ea-auth-token']} ${headers['x-destination-id']}`,
      },
      clauses: /^EXP-/,
    },
  };
