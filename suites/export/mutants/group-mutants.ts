import { type Column, holdsDays } from '../oracle/column.js';
import { fitColumns } from '../survey/columns.js';
import type { Survey } from '../survey/data.js';
import { chooseQuestions } from './fewest-questions.js';

/** Wrong readings of which values make a group: what a value is reduced to, or undefined where it is left out. */
const wrongGroups: Readonly<Record<string, (value: string | number, count: number) => string | undefined>> = {
  'groups by the first letter': (value) => (typeof value === 'string' ? [...value][0]?.toLowerCase() : String(value)),
  'groups numbers by their integer part': (value) => String(typeof value === 'number' ? Math.trunc(value) : value),
  'groups numbers without their sign': (value) => String(typeof value === 'number' ? Math.abs(value) : value),
  'groups numbers in 32 bits': (value) => String(Number.isInteger(value) ? Number(value) | 0 : value),
  'groups numbers by their last digits': (value) => String(typeof value === 'number' ? value % 1000 : value),
  'groups dates by the year': (value) => String(value).replace(/^(\d{4})-\d{2}-\d{2}.*/, '$1'),
  'groups by the first twenty characters': (value) => String(value).slice(0, 20),
  'groups by the first four characters': (value) => String(value).slice(0, 4),
  'ignores the case of letters beyond ASCII': (value) =>
    String(value).replace(/[^\x20-\x7e]/gu, (letter) => letter.toLowerCase()),
  'trims blanks': (value) => String(value).trim(),
  'ignores case': (value) => String(value).toLowerCase(),
  'leaves out values of one record': (value, count) => (count > 1 ? String(value) : undefined),
  'groups nothing': () => undefined,
};

/** Columns that tell grouping from its wrong readings, those of few values first. */
export function groupable(survey: Survey): readonly Column[] {
  const dates = [...survey.columns.values()].filter((column) => holdsDays(column) && column.values.size > 1);
  const columns = [...fitColumns(survey, 'text'), ...fitColumns(survey, 'number'), ...dates];
  const repeated = columns.filter(({ values }) => values.size < survey.total);
  const sorted = [...repeated].sort((a, b) => Math.abs(a.values.size - 8) - Math.abs(b.values.size - 8));
  const count = ({ values }: Column, reduce: (value: string | number, count: number) => string | undefined): number =>
    new Set([...values].map(([value, held]) => reduce(value, held)).filter((group) => group !== undefined)).size;
  const wrong = Object.values(wrongGroups).map(
    (reduce) => (column: Column) => count(column, reduce) !== count(column, String),
  );
  const chosen = chooseQuestions(sorted, wrong, 6);
  return chosen.length > 0 ? chosen : sorted.slice(0, 1);
}
