import { fold } from './text.js';

/** One record of exported data: any members. */
export type ProductRecord = Readonly<Record<string, unknown>>;

/** One column, by row: numbers in one block of memory with NaN for null, or texts. */
export type Column = NumberColumn | TextColumn;

export interface NumberColumn {
  readonly kind: 'number';
  readonly name: string;
  readonly values: Float64Array;
}

export interface TextColumn {
  readonly kind: 'text';
  readonly name: string;
  readonly values: readonly (string | null)[];
  /** The same texts without their case. */
  readonly folded: () => readonly (string | null)[];
}

export const isNull = (column: Column, row: number): boolean =>
  column.kind === 'number' ? Number.isNaN(column.values[row]) : column.values[row] === null;

/** The value as text, as LIKE sees it. */
export function textAt(column: Column, row: number): string | null {
  if (column.kind === 'text') return column.values[row] ?? null;
  const value = column.values[row] ?? Number.NaN;
  return Number.isNaN(value) ? null : String(value);
}

/** A column is numeric when every value in it that is not null is a number. */
export function columnOf(name: string, records: readonly ProductRecord[]): Column {
  const raw = records.map((record) => record[name] ?? null);
  const present = raw.filter((value) => value !== null);
  if (present.length > 0 && present.every((value) => typeof value === 'number')) {
    return {
      kind: 'number',
      name,
      values: Float64Array.from(raw, (value) => (value === null ? Number.NaN : Number(value))),
    };
  }
  return textColumn(name, raw.map(asText));
}

export function textColumn(name: string, values: readonly (string | null)[]): TextColumn {
  let folded: (string | null)[] | undefined;
  return {
    kind: 'text',
    name,
    values,
    folded: () => {
      folded ??= values.map((value) => (value === null ? null : fold(value)));
      return folded;
    },
  };
}

function asText(value: unknown): string | null {
  if (value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
