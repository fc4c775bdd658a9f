/** Reads the filters of a query string. */

import type { Dialect } from '../dialect.js';
import type { Table } from '../table/table.js';
import { BadQuery } from './bad-query.js';
import { Branch } from './brackets.js';
import { type Criterion, type Group, type Mode, OPERATORS, type Operator } from './filters.js';

interface Context {
  readonly table: Table;
  readonly dialect: Dialect;
  /** Reads the mode of a group. The text is undefined if the group has no mode. */
  readonly groupMode: (text: string | undefined) => Mode;
}

/**
 * The values that an operator takes. `null` means no value, or a text that stands for null, such as
 * `NULL`.
 */
type Arity = 'one' | 'list' | 'pair' | 'null';

const ARITY: Readonly<Record<Operator, Arity>> = {
  '=': 'one',
  '!=': 'one',
  '>': 'one',
  '<': 'one',
  '>=': 'one',
  '<=': 'one',
  LIKE: 'one',
  'NOT LIKE': 'one',
  ILIKE: 'one',
  'NOT ILIKE': 'one',
  IN: 'list',
  'NOT IN': 'list',
  IS: 'null',
  'IS NOT': 'null',
  BETWEEN: 'pair',
  'NOT BETWEEN': 'pair',
};

const MEMBERS_OF_GROUP = ['criteria', 'mode'];

/** Throws `BadQuery` for an invalid filter. */
export function readGroups(filters: Branch, context: Context): Group[] {
  return itemsOf(filters, 'filters').map((group) => {
    if (!(group instanceof Branch))
      throw new BadQuery('a filter group must be an object of criteria and a mode');
    if ([...group.entries.keys()].some((name) => !MEMBERS_OF_GROUP.includes(name)))
      throw new BadQuery('a filter group has only criteria and a mode');
    const criteria = group.entries.get('criteria') ?? new Branch();
    if (!(criteria instanceof Branch)) throw new BadQuery('criteria must be a list');
    return {
      mode: context.groupMode(text(group, 'mode')),
      criteria: itemsOf(criteria, 'criteria').map((criterion) => readCriterion(criterion, context)),
    };
  });
}

function itemsOf(branch: Branch, name: string): (Branch | string)[] {
  if (!branch.isList()) throw new BadQuery(`${name} must be a list with integer indexes`);
  return branch.inOrder();
}

function text(branch: Branch, name: string): string | undefined {
  const value = branch.entries.get(name);
  if (value instanceof Branch) throw new BadQuery(`${name} takes a single value`);
  return value;
}

function readCriterion(criterion: Branch | string, context: Context): Criterion {
  if (typeof criterion === 'string')
    throw new BadQuery('a criterion must have a column, an operator and a value');
  const column = text(criterion, 'column');
  if (column === undefined || !context.table.columns.has(column))
    throw new BadQuery('the column in a criterion does not exist');
  const operator = readOperator(text(criterion, 'operator'));
  const { isCompares, nullSpellings } = context.dialect;
  const value = criterion.entries.get('value') ?? '';
  // Some servers treat IS as `=` if the value is a text that does not stand for null.
  if (
    isCompares &&
    ARITY[operator] === 'null' &&
    typeof value === 'string' &&
    !nullSpellings.includes(value)
  )
    return { column, operator: operator === 'IS' ? '=' : '!=', values: [value] };
  return {
    column,
    operator,
    values: readValues(criterion.entries.get('value'), operator, context.dialect),
  };
}

function readOperator(written: string | undefined): Operator {
  const spaced = written?.trim().replace(/\s+/g, ' ').toUpperCase();
  const operator = OPERATORS.find((known) => known === spaced);
  if (operator === undefined) throw new BadQuery('operator must be a documented operator');
  return operator;
}

function readValues(
  value: Branch | string | undefined,
  operator: Operator,
  dialect: Dialect,
): readonly string[] {
  const arity = ARITY[operator];
  if (arity === 'null') {
    // PHP's http_build_query leaves out null values, so a missing value means null.
    const nullText = value ?? '';
    if (typeof nullText === 'string' && dialect.nullSpellings.includes(nullText)) return [];
    throw new BadQuery(`${operator} takes NULL`);
  }
  if (value === undefined) throw new BadQuery(`${operator} needs a value`);
  if (arity === 'one') {
    if (typeof value === 'string') return [value];
    throw new BadQuery(`${operator} takes a single value`);
  }
  const values = readList(value, operator, dialect);
  if (arity === 'pair' && values.length !== 2)
    throw new BadQuery(`${operator} takes exactly 2 values`);
  return values;
}

function readList(value: Branch | string, operator: Operator, dialect: Dialect): string[] {
  const refuse = (): never => {
    throw new BadQuery(
      `${operator} takes an array, written as ${dialect.arrayEncodings.join(' or ')}`,
    );
  };
  if (typeof value === 'string')
    return dialect.arrayEncodings.includes('comma') ? value.split(',') : refuse();
  const encoding = value.appended ? 'empty-brackets' : 'indexed';
  if (!value.isList() || !dialect.arrayEncodings.includes(encoding)) return refuse();
  return value.inOrder().map((item) => (typeof item === 'string' ? item : refuse()));
}
