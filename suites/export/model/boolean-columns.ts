import type { Survey } from './data.js';

export interface BooleanColumn {
  readonly name: string;
  /** The numbers of records that are true, false and null. */
  readonly counts: Readonly<Record<'true' | 'false' | 'null', number>>;
}

/** The columns with true and false, and otherwise only null. Those with nulls come first. */
export function booleanColumns({
  records,
  columns,
  changing,
}: Pick<Survey, 'records' | 'columns' | 'changing'>): readonly BooleanColumn[] {
  return [...columns.keys()]
    .filter((name) => !changing.has(name))
    .map((name) => {
      const values = records.map((record) => record[name] ?? null);
      const count = (wanted: unknown): number => values.filter((value) => value === wanted).length;
      const counts = { true: count(true), false: count(false), null: count(null) };
      return { name, counts };
    })
    .filter(({ counts }) => counts.true > 0 && counts.false > 0)
    .filter(({ counts }) => counts.true + counts.false + counts.null === records.length)
    .sort((a, b) => Number(b.counts.null > 0) - Number(a.counts.null > 0));
}
