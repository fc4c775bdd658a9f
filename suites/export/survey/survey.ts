/** Learns the records of the server under test (target) and the properties of their columns. */

import type { Context } from '../../../src/harness/context.js';
import { skip } from '../../../src/harness/finding.js';
import { optional, orIfLeftOut } from '../../../src/harness/optional.js';
import { type Criterion, only, where } from '../../../src/protocol/export/filter.js';
import { type ProductPage, tryPage } from '../../../src/protocol/export/product-page.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { keyColumn, mayBeKey } from '../model/columns.js';
import type { Survey, SurveyedPage } from '../model/data.js';
import { exportOf } from '../model/export-target.js';
import { changedColumns, changingColumns } from '../model/identity.js';
import { type Column, learnColumns } from '../model/oracle/column.js';
import { EMPTY } from '../questions/no-products.js';
import { firstPage, readPage, requestProducts } from './ask.js';
import { readSnapshot } from './snapshot.js';

/**
 * At most this number of columns is tested in one request. With more columns, the request line
 * could be too long: gunicorn accepts at most 4,094 bytes.
 */
const COLUMNS_PER_REQUEST = 12;

/** Longer values are not sent, so that the request line stays short. */
const MAX_VALUE_LENGTH = 60;

/**
 * Finds members of records that are not columns, such as the time of the export. The server under
 * test refuses `filters`, `orderBy` and `groupBy` with such a member, but accepts columns.
 */
async function membersBesideColumns(
  context: Context,
  columns: readonly Column[],
): Promise<ReadonlySet<string>> {
  const examples = columns.flatMap((column) => exampleOf(column) ?? []);
  const isRefused: IsRefused = async (question) => {
    const answer = await orIfLeftOut(requestProducts(context, { ...question, limit: 1 }));
    return (
      answer !== undefined &&
      [400, 404, 422].includes(answer.status) &&
      tryPage(answer) === undefined
    );
  };
  const refused = await refusedOf(examples, isRefused);
  // If the server refuses every request of this kind, the refusals do not show which members are
  // columns. The refusals are then used only if all records have the same values.
  const [other] = columns.filter(({ name }) => !examples.some(({ column }) => column === name));
  const isAnyAccepted =
    refused.length < examples.length ||
    (other !== undefined && !(await isRefused({ orderBy: other.name })));
  const isSameEverywhere = columns.every(({ nulls, values }) => nulls === 0 && values.size === 1);
  if (!isAnyAccepted && !isSameEverywhere) return new Set();
  const members: string[] = [];
  for (const { column } of refused) {
    const isMember =
      (await isRefused({ orderBy: column })) && (await isRefused({ groupBy: column }));
    if (isMember) members.push(column);
  }
  if (members.length > 0) context.facts.recordDialect({ membersBesideColumns: members.join(', ') });
  return new Set(members);
}

type IsRefused = (question: ProductsQuestion) => Promise<boolean>;

/**
 * Returns the refused criteria. If a request with several criteria is refused, each of them is sent
 * alone.
 */
async function refusedOf(
  examples: readonly Criterion[],
  isRefused: IsRefused,
): Promise<readonly Criterion[]> {
  const refused: Criterion[] = [];
  for (let at = 0; at < examples.length; at += COLUMNS_PER_REQUEST) {
    const criteria = examples.slice(at, at + COLUMNS_PER_REQUEST);
    if (!(await isRefused({ filter: { groups: [{ mode: 'OR', criteria }] } }))) continue;
    for (const one of criteria) if (await isRefused({ filter: only(one) })) refused.push(one);
  }
  return refused;
}

/**
 * Returns a criterion with the shortest plain value. If no value is plain, the shortest value is
 * used.
 */
function exampleOf({ name, kind, values }: Column): Criterion | undefined {
  if (kind === 'other') return undefined;
  const all = [...values.keys()]
    // The first values are enough to find a short one, and sorting all of large data takes long.
    .slice(0, 1000)
    .filter((value) => value !== '' && String(value).length <= MAX_VALUE_LENGTH);
  const plain = all.filter((value) => /^[\w -]+$/.test(String(value)));
  const [value] = (plain.length > 0 ? plain : all).sort(
    (a, b) => String(a).length - String(b).length,
  );
  return value === undefined
    ? undefined
    : where(name, '=', kind === 'number' ? Number(value) : value);
}

/** Checks that depend on this fact become inconclusive if the data changes during the run. */
export const DATA = 'export.data';

/** Skips the check if there is no data. */
export const surveyOf = (context: Context): Promise<Survey> =>
  context.facts.learn(DATA, takeSurvey);

async function takeSurvey(context: Context): Promise<Survey> {
  const first = await firstPage(context);
  const total = first.meta?.total ?? first.records.length;
  if (first.records.length === 0) skip('data', EMPTY);
  const snapshot = await readSnapshot(context, first);
  const { records, complete, pages } = snapshot;
  const { fixture } = exportOf(context);
  // A fixture is a file with the data of the target. If there is a fixture, the kinds of columns
  // are learned from it, and the values from the served records.
  const found = learnColumns(records, fixture && learnColumns(fixture));
  const key = keyColumn(found, records.length);
  await learnChanges(context, pages, key);
  const changing = changingColumns(context.target);
  const members = (await optional(membersBesideColumns(context, found))) ?? new Set();
  const differing = (await optional(columnsDifferingByFormat(context, first, key))) ?? [];
  const untested = new Map([
    ...[...differing].map((name) => [name, 'its values differ between the two formats'] as const),
    ...[...members].map(
      (name) => [name, 'the target refuses it in filters, orders and groups'] as const,
    ),
  ]);
  const columns = found.map((column) =>
    changing.has(column.name) || untested.has(column.name)
      ? { ...column, kind: 'other' as const }
      : column,
  );
  return {
    ...snapshot,
    total: complete ? records.length : total,
    columns: new Map(columns.map((column) => [column.name, column])),
    untested,
    changing,
    key: keyColumn(complete ? columns : columns.filter(mayBeKey), records.length),
  };
}

/**
 * Learns the columns whose values change while they are read. If a record differs between the first
 * and the largest page, the first page is requested up to twice more. If the record then has its
 * earlier values, the difference is a fault of the server.
 */
async function learnChanges(
  context: Context,
  [first, wide]: readonly SurveyedPage[],
  key: Column | undefined,
) {
  if (first === undefined || wide === undefined || key === undefined) return;
  const changing = changingColumns(context.target);
  if (changedColumns(first.page.records, wide.page.records, key.name, changing).length === 0)
    return;
  const again = async (): Promise<readonly string[]> => {
    const page = await readPage(context, first.request, { fresh: true });
    return changedColumns(first.page.records, page?.records ?? [], key.name, changing);
  };
  const changed = (await again()).length > 0 ? await again() : [];
  for (const name of changed) changing.add(name);
  if (changed.length > 0) context.facts.recordDialect({ changingColumns: changed.join(', ') });
}

/**
 * Returns the columns whose values differ between the two formats of the first page. EXP-NEG-4
 * reports the difference. It is unknown which values are right, so filters and orders of these
 * columns are not tested.
 */
async function columnsDifferingByFormat(
  context: Context,
  first: ProductPage,
  key: Column | undefined,
): Promise<readonly string[]> {
  const page = await readPage(context, { accept: PLAIN });
  if (key === undefined || page === undefined) return [];
  const changing = changingColumns(context.target);
  const differing = changedColumns(first.records, page.records, key.name, changing);
  if (differing.length > 0) context.facts.recordDialect({ differsByFormat: differing.join(', ') });
  return differing;
}
