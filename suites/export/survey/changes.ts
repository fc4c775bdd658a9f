import type { Context } from '../../../src/harness/suite.js';
import { requestProducts, tryPage } from '../ask.js';
import type { Column, Records } from '../oracle/column.js';
import type { SurveyedPage } from './data.js';
import { type Changing, changingColumns, sameValue } from './identity.js';

/** More columns than these, or than half of them, and the records are others. */
const MOST = 4;

/** Columns in which two readings differ, matched by a key; none where nothing differs, or the records are others. */
export function changedColumns(before: Records, after: Records, key: string, changing: Changing): readonly string[] {
  const known = new Map(before.map((record) => [record[key], record]));
  if (known.size < before.length) return [];
  const changed = new Set<string>();
  let columns = 0;
  for (const record of after) {
    const old = known.get(record[key]);
    if (old === undefined) continue;
    const names = new Set([...Object.keys(old), ...Object.keys(record)]);
    columns = Math.max(columns, names.size);
    for (const name of names) if (!changing.has(name) && !sameValue(old[name], record[name])) changed.add(name);
  }
  return changed.size > MOST || changed.size > columns / 2 ? [] : [...changed];
}

/**
 * Columns that change while they are read: the first page and the widest hold the same records, and where they differ
 * the first page is asked again, twice: an answer that then is the first one again tells of a fault, not of a change.
 */
export async function learnChanges(context: Context, [first, wide]: readonly SurveyedPage[], key: Column | undefined) {
  if (first === undefined || wide === undefined || key === undefined) return;
  const changing = changingColumns(context.target);
  if (changedColumns(first.page.records, wide.page.records, key.name, changing).length === 0) return;
  const again = async (): Promise<readonly string[]> => {
    const page = tryPage(await requestProducts(context, first.request, { fresh: true }));
    return changedColumns(first.page.records, page?.records ?? [], key.name, changing);
  };
  const changed = (await again()).length > 0 ? await again() : [];
  for (const name of changed) changing.add(name);
  if (changed.length > 0) context.facts.recordDialect({ changingColumns: changed.join(', ') });
}
