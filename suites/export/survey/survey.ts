import type { Context } from '../../../src/harness/context.js';
import { skip } from '../../../src/harness/finding.js';
import { optional } from '../../../src/harness/optional.js';
import { type Criterion, only, where } from '../../../src/protocol/export/filter.js';
import { tryPage } from '../../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { keyColumn, mayBeKey } from '../model/columns.js';
import type { Survey, SurveyedPage } from '../model/data.js';
import { exportOf } from '../model/export-target.js';
import { changedColumns, changingColumns } from '../model/identity.js';
import { type Column, learnColumns } from '../model/oracle/column.js';
import { EMPTY, firstPage, requestProducts } from './ask.js';
import { readSnapshot } from './snapshot.js';

/**
 * Columns that one question asks for: servers take lines of 4,094 bytes at the least (gunicorn).
 */
const AT_ONCE = 12;

/** Characters of a value that is asked for. */
const LONGEST = 60;

/**
 * Members of records that are not columns, such as the time of the export: a target refuses to
 * filter, to sort and to group by them, while it filters by others. One request shows that there
 * are none.
 */
async function membersBesideColumns(
  context: Context,
  columns: readonly Column[],
): Promise<ReadonlySet<string>> {
  const examples = columns.flatMap((column) => exampleOf(column) ?? []);
  const isRefused: IsRefused = async (question) => {
    const answer = await requestProducts(context, { ...question, limit: 1 });
    return [400, 404, 422].includes(answer.status) && tryPage(answer) === undefined;
  };
  const refused = await refusedOf(examples, isRefused);
  // A server that refuses all of them shows nothing of columns, unless every record is the same.
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
 * The criteria that the target refuses: many in one request, and each alone where it is refused.
 */
async function refusedOf(
  examples: readonly Criterion[],
  isRefused: IsRefused,
): Promise<readonly Criterion[]> {
  const refused: Criterion[] = [];
  for (let at = 0; at < examples.length; at += AT_ONCE) {
    const criteria = examples.slice(at, at + AT_ONCE);
    if (!(await isRefused({ filter: { groups: [{ mode: 'OR', criteria }] } }))) continue;
    for (const one of criteria) if (await isRefused({ filter: only(one) })) refused.push(one);
  }
  return refused;
}

/**
 * A criterion that a record satisfies: the shortest value that stands in a query without doubt,
 * else the shortest.
 */
function exampleOf({ name, kind, values }: Column): Criterion | undefined {
  if (kind === 'other') return undefined;
  const all = [...values.keys()]
    .slice(0, 1000)
    .filter((value) => value !== '' && String(value).length <= LONGEST);
  const plain = all.filter((value) => /^[\w -]+$/.test(String(value)));
  const [value] = (plain.length > 0 ? plain : all).sort(
    (a, b) => String(a).length - String(b).length,
  );
  return value === undefined
    ? undefined
    : where(name, '=', kind === 'number' ? Number(value) : value);
}

/**
 * The name of the shared fact: what rests on it becomes inconclusive when the data changes during
 * the run.
 */
export const DATA = 'export.data';
/** The survey of the data; skips where there is none to judge on. */
export const surveyOf = (context: Context): Promise<Survey> =>
  context.facts.learn(DATA, takeSurvey);

async function takeSurvey(context: Context): Promise<Survey> {
  const first = await firstPage(context);
  const total = first.meta?.total ?? first.records.length;
  if (first.records.length === 0) skip('data', EMPTY);
  const snapshot = await readSnapshot(context, first);
  const { records, complete, pages } = snapshot;
  const { fixture } = exportOf(context);
  // Columns of a fixture keep the types that they were loaded with, and count the values as they
  // are served.
  const found = learnColumns(records, fixture && learnColumns(fixture));
  await learnChanges(context, pages, keyColumn(found, records.length));
  const changing = changingColumns(context.target);
  // A question without an answer leaves all of them columns.
  const members = (await optional(membersBesideColumns(context, found))) ?? new Set();
  const columns = found.map((column) =>
    changing.has(column.name) || members.has(column.name)
      ? { ...column, kind: 'other' as const }
      : column,
  );
  return {
    ...snapshot,
    total: complete ? records.length : total,
    columns: new Map(columns.map((column) => [column.name, column])),
    changing,
    key: keyColumn(complete ? columns : columns.filter(mayBeKey), records.length),
  };
}

/**
 * Columns that change while they are read: the first page and the widest hold the same records, and
 * where they differ the first page is asked again, twice: an answer that then is the first one
 * again tells of a fault, not of a change.
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
    const page = tryPage(await requestProducts(context, first.request, { fresh: true }));
    return changedColumns(first.page.records, page?.records ?? [], key.name, changing);
  };
  const changed = (await again()).length > 0 ? await again() : [];
  for (const name of changed) changing.add(name);
  if (changed.length > 0) context.facts.recordDialect({ changingColumns: changed.join(', ') });
}
