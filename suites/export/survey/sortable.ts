import { columnsOf } from '../mutants/distinguishing-criteria.js';
import type { Column } from '../oracle/column.js';
import type { Survey } from './survey.js';

/** Columns that an order can be seen on: several values, numbers and text, nulls and ties welcome. */
export function sortable(survey: Survey): readonly Column[] {
  const [numbers, texts] = [columnsOf(survey, 'number'), columnsOf(survey, 'text')];
  const most = (columns: readonly Column[]): readonly Column[] =>
    [...columns].sort((a, b) => b.values.size - a.values.size);
  const unkeyed = most(numbers.filter(({ name }) => name !== survey.key?.name));
  return [
    ...unkeyed.slice(0, 1),
    ...most(texts).slice(0, 1),
    ...most(numbers).slice(0, 1),
    ...unkeyed.slice(1),
    ...most(texts).slice(1),
  ];
}
