import type { Operator } from '../../../src/reference/export/filters.js';
import { criterion, JSON_API } from '../asking.js';
import type { Probe } from './probe.js';

const filtered =
  (query: string): Probe =>
  ({ ask }) =>
    ask.products(`?limit=1&${query}`, JSON_API);

type Criterion = readonly [column: string, operator: Operator, value: string | readonly string[]];

const SINGLE: readonly Criterion[] = [
  ['name', '=', 'Lamp'],
  ['name', '=', ' Lamp'],
  ['name', '=', 'Cafe Table'],
  ['name', '!=', 'Lamp'],
  ['price', '=', '9.5'],
  ['stock', '=', '10'],
  ['stock', '>', '10'],
  ['stock', '>', '9'],
  ['stock', '<', '10'],
  ['stock', '>=', '-5'],
  ['stock', '>=', '10'],
  ['stock', '<=', '10'],
  ['price', '<', '9.5'],
  ['stock', 'BETWEEN', ['9', '100']],
  ['stock', 'BETWEEN', ['100', '9']],
  ['color', 'BETWEEN', ['Red', 'blue']],
  ['color', '>=', 'blue'],
  ['color', '<', 'red'],
  ['stock', 'NOT BETWEEN', ['9', '100']],
  ['note', 'IS', 'NULL'],
  ['stock', 'IS', 'NULL'],
  ['note', 'IS NOT', 'NULL'],
  ['stock', 'IN', ['9', '10', '11']],
  ['color', 'IN', ['red', 'blue', 'nothing']],
  ['stock', 'IN', ['0', '1', '9', '10', '11', '100', '1000']],
  ['name', 'IN', ['red,green,blue', 'Lamp']],
  ['color', 'IN', ['r_d', 'blue']],
  ['stock', 'NOT IN', ['9', '10', '11']],
  ['name', 'LIKE', 'Lamp'],
  ['name', 'LIKE', 'La%'],
  ['name', 'LIKE', 'L%p'],
  ['name', 'LIKE', '%Lamp%'],
  ['name', 'LIKE', 'a_b'],
  ['name', 'LIKE', ' Lamp'],
  ['name', 'LIKE', '%a%m%zz'],
  ['description', '=', '\u{1f6cb}\ufe0f Sofa'],
  ['stock', 'IN', ['9', '10', '9']],
  ['name', 'NOT LIKE', 'Oak%'],
  ['color', 'NOT LIKE', 'red'],
  ['color', 'ILIKE', 'RED'],
  ['name', 'ILIKE', 'lamp'],
  ['color', 'ILIKE', 'r%'],
  ['color', 'NOT ILIKE', 'RED'],
  ['note', 'LIKE', "O'Reilly shelf"],
  ['note', 'LIKE', 'C++ handbook'],
  ['note', 'ILIKE', '<b>bold</b>'],
  ['note', '!=', '<b>bold</b>'],
  ['note', 'IN', [' Lamp']],
  ['note', 'NOT IN', ['back\\slash']],
  ['color', '=', 'red'],
  ['color', '!=', 'red'],
  ['color', 'LIKE', 'red'],
];

const LITERALS = [
  "O'Reilly shelf",
  "' OR '1'='1",
  '50%',
  'a_b',
  'back\\slash',
  'Lamp ',
  '-- comment',
  'semi;colon',
  'a&b=c#d',
  'red,green,blue',
  '%41',
  'Caf\u00e9 Table',
  '007',
  '1e3',
  'null',
  '\u{1f6cb} Sofa',
  'C++ handbook',
  'brackets [0][value]',
  '<b>bold</b>',
  '7',
];

const at = (index: number, group = 0) => [group, index];
const a = (index = 0, group = 0) => criterion('stock', '>', '50', at(index, group));
const b = (index = 0, group = 0) => criterion('color', '=', 'red', at(index, group));
const c = (index = 0, group = 0) => criterion('stock', '<', '100', at(index, group));
const not = (index = 0, group = 0) => criterion('category', '!=', 'Toys', at(index, group));
const or = (group: number) => `filters[${group}][mode]=OR`;

const COMBINED = [
  `${a(0)}&${b(1)}`,
  `${a(0)}&${b(1)}&${or(0)}`,
  `${b(0)}&${a(1)}&${not(2)}`,
  `${a(0)}&${c(1)}`,
  `${a(0)}&${criterion('note', 'IS', 'NULL', at(1))}`,
  `${a(0)}&${b(1)}&${not(2)}&${or(0)}`,
  `${b(0)}&${a(1)}&${criterion('color', 'NOT LIKE', 'r%', at(2))}&${or(0)}`,
  `${b(0)}&${a(1)}&${c(2)}&${criterion('price', '<', '10', at(3))}`,
  `${a(0)}&${c(1)}&${criterion('id', '>', '900', at(2))}`,
  `${a(0, 0)}&${b(0, 1)}`,
  `${a(0, 0)}&${b(0, 1)}&mode=OR`,
  `${a(0, 0)}&${c(0, 1)}`,
  `${a(0, 0)}&${b(0, 1)}&${not(0, 2)}`,
  `${a(0, 0)}&${b(0, 1)}&${not(0, 2)}&mode=OR`,
  `${a(0)}&${b(1)}&${or(0)}&${c(0, 1)}&${not(1, 1)}&${or(1)}`,
  `${a(0)}&${b(1)}&${c(0, 1)}&${not(1, 1)}&${or(1)}`,
  `${a(0)}&${b(1)}&${c(0, 1)}&${not(1, 1)}&mode=OR`,
];

const WHOLE = [
  `limit=2&offset=1&orderBy=name&${a()}`,
  `limit=2&offset=3&${a()}`,
  `limit=2&groupBy=color&${a()}`,
  `limit=5&${a()}`,
];

/** Operators as different clients encode them. */
const ENCODED = ['NOT+LIKE', 'NOT%20LIKE', '%3c', '%3E%3D', 'IS+NOT'].map(
  (operator) =>
    `filters[0][criteria][0][column]=note&filters[0][criteria][0][operator]=${operator}&filters[0][criteria][0][value]=${
      operator.startsWith('IS') ? 'NULL' : 'sale'
    }`,
);

export const FILTERS: readonly Probe[] = [
  ...SINGLE.map(([column, operator, value]) => filtered(criterion(column, operator, value))),
  ...COMBINED.map(filtered),
  ...WHOLE.map(
    (query): Probe =>
      ({ ask }) =>
        ask.products(`?${query}`, JSON_API),
  ),
  ...ENCODED.map(filtered),
];

export const LITERAL_VALUES: readonly Probe[] = [
  ...ENCODED.map(filtered),
  ...LITERALS.flatMap((value) =>
    ['name', 'note', 'description'].map((column) => filtered(criterion(column, '=', value))),
  ),
  filtered(criterion('name', '=', `Lamp${' '.repeat(300)}`)),
];
