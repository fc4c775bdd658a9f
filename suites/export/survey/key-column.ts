import type { Column } from '../oracle/column.js';

/** A text that tells a sample apart may not tell the whole apart, unless it is called as keys are. */
export const mayBeKey = (column: Column): boolean => column.kind === 'number' || isNamedAsKey(column);

export const isNamedAsKey = ({ name }: Column): boolean =>
  /(?:^|[^a-z])(?:id|uuid|guid|sku|ean|gtin|code|key|number)$/i.test(name) || /[a-z]I[dD]$/.test(name);

/** `id` where it is one, else the first column in which every record differs from every other. */
export function keyColumn(columns: readonly Column[], count: number): Column | undefined {
  const unique = columns.filter(({ values, kind }) => values.size === count && kind !== 'other');
  return unique.find(({ name }) => name === 'id') ?? unique.find(({ kind }) => kind === 'number') ?? unique[0];
}
