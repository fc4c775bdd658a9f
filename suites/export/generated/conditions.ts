import { operators } from '../../../src/protocol/export/filter.js';
import { JSON_API, PLAIN } from '../../../src/protocol/export/question.js';
import { mistakeNames } from './mistakes.js';

/** What stands in Accept, and how many values stand in a list. */
export const ACCEPTS = { 'json-api': JSON_API, plain: PLAIN, none: null, browser: 'text/html,*/*;q=0.8' } as const;
export const COUNTS = { one: 1, two: 2, twenty: 20, sixty: 60 } as const;

/** Values of the factors of a products request, the simplest first; what they stand for is found in the data when a row is asked. */
export const VALUES = {
  mistake: mistakeNames,
  route: ['v2', 'legacy', 'filtered'],
  accept: ['json-api', 'plain', 'none', 'browser'],
  limit: ['none', '1', '2', '7', '99', '100'],
  offset: ['none', '1', 'half', 'last', '100'],
  orderBy: ['none', 'number', 'text'],
  groupBy: ['none', 'column'],
  mode: ['none', 'AND', 'OR'],
  groups: ['0', '1', '2', '3', '4', '5'],
  criteria: ['1', '2', '3', '4', '5'],
  groupMode: ['none', 'AND', 'OR'],
  operator: operators,
  values: ['one', 'two', 'twenty', 'sixty'],
  kind: ['number', 'text'],
} as const;

export type FactorName = keyof typeof VALUES;
const FACTORS = Object.keys(VALUES) as readonly FactorName[];

/** A row by name; a factor that has no value yet is missing. */
export type Conditions = { readonly [N in FactorName]?: (typeof VALUES)[N][number] };

/** The simplest request. */
export const baseConditions = Object.fromEntries(
  FACTORS.map((name) => [name, VALUES[name][0]]),
) as Required<Conditions>;
