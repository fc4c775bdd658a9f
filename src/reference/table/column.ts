/** The columns of exported data in a form that is fast to filter. */

export type ProductRecord = Readonly<Record<string, unknown>>;

/** A column has one value for each row. The values are numbers, with NaN for null, or texts. */
export type Column = NumberColumn | TextColumn;

interface NumberColumn {
  readonly kind: 'number';
  readonly name: string;
  readonly values: Float64Array;
}

/**
 * The texts are stored as indexes into a dictionary, so that each distinct text is evaluated once.
 */
export interface TextColumn {
  readonly kind: 'text';
  readonly name: string;
  /** For each row, the index of its text in `dictionary`. */
  readonly values: Int32Array;
  /** The distinct texts. Null is always the first. */
  readonly dictionary: readonly (string | null)[];
}

export const isNull = (column: Column, row: number): boolean =>
  column.kind === 'number' ? Number.isNaN(column.values[row]) : column.values[row] === 0;

/**
 * Makes a column from records. The column is numeric if some values are not null and all of these
 * are numbers.
 */
export function columnOf(name: string, records: readonly ProductRecord[]): Column {
  const raw = records.map((record) => record[name] ?? null);
  const present = raw.filter((value) => value !== null);
  if (present.length > 0 && present.every((value) => typeof value === 'number')) {
    const values = Float64Array.from(raw, (value) => (value === null ? Number.NaN : Number(value)));
    return { kind: 'number', name, values };
  }
  return textColumn(name, raw.map(asText));
}

function textColumn(name: string, texts: readonly (string | null)[]): TextColumn {
  const places = new Map<string | null, number>([[null, 0]]);
  const values = Int32Array.from(texts, (text) => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  });
  return { kind: 'text', name, values, dictionary: [...places.keys()] };
}

function asText(value: unknown): string | null {
  if (value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
