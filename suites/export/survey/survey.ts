import { type Context, known, type ProductRecord, skip } from '../../../src/harness/suite.js';
import { EMPTY, exportOf, firstPage } from '../ask.js';
import { type Column, learnColumns } from '../oracle/column.js';
import { learnChanges } from './changes.js';
import { changingColumns } from './changing-columns.js';
import type { Survey } from './data.js';
import { keyColumn, mayBeKey } from './key-column.js';
import { membersBesideColumns } from './members-beside-columns.js';
import { readSnapshot } from './snapshot.js';

/** The name of the shared fact: what rests on it becomes inconclusive when the data changes during the run. */
export const DATA = 'export.data';
/** The survey of the data; skips where there is none to judge on. */
export const surveyOf = (context: Context): Promise<Survey> => context.facts.learn(DATA, takeSurvey);

async function takeSurvey(context: Context): Promise<Survey> {
  const first = await firstPage(context);
  const total = first.meta?.total ?? first.records.length;
  if (first.records.length === 0) skip('data', EMPTY);
  const { records, complete, incomplete, pageSize, counted, pages } = await readSnapshot(context, first);
  const { fixture } = exportOf(context);
  const found = fixture === undefined ? learnColumns(records) : typedBy(fixture, records);
  await learnChanges(context, pages, keyColumn(found, records.length));
  const changing = changingColumns(context.target);
  // A question without an answer leaves all of them columns.
  const members = (await known(membersBesideColumns(context, found))) ?? new Set();
  const columns = found.map((column) =>
    changing.has(column.name) || members.has(column.name) ? { ...column, kind: 'other' as const } : column,
  );
  return {
    records,
    complete,
    incomplete,
    total: complete ? records.length : total,
    columns: new Map(columns.map((column) => [column.name, column])),
    key: keyColumn(complete ? columns : columns.filter(mayBeKey), records.length),
    pageSize,
    pages,
    counted,
  };
}

/** Columns of a fixture keep the types that they were loaded with, and count the values as they are served. */
function typedBy(fixture: readonly ProductRecord[], served: readonly ProductRecord[]): readonly Column[] {
  return learnColumns(served, new Map(learnColumns(fixture).map(({ name, kind }) => [name, kind])));
}
