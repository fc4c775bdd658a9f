import { type Context, describeAnswer, deviates, Found, skip } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';
import { alongWith, describeFilter, type Filter } from '../../../src/protocol/export/filter.js';
import { nameRoute, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/index.js';
import { requestProducts } from '../ask.js';
import { mayBeEnumeration } from '../oracle/column.js';
import type { Semantics } from '../oracle/criterion.js';
import { placesOf } from '../oracle/filter.js';
import { heldBy } from '../oracle/held.js';
import { expectPage, type ProductPage } from '../product-page.js';
import { identity, sameRecord } from '../survey/identity.js';
import type { Survey } from '../survey/survey.js';

/** What a filter should give: records that must be in the result, and records that may be. */
export interface ExpectedRecords {
  readonly filter: Filter;
  readonly required: readonly ProductRecord[];
  readonly optional: readonly ProductRecord[];
}

/** Evaluates a filter over the snapshot, or over the sample where there is no snapshot. */
export function expectedRecords(filter: Filter, { records, columns }: Survey, semantics: Semantics): ExpectedRecords {
  const required: ProductRecord[] = [];
  const optional: ProductRecord[] = [];
  const places = placesOf(filter, records, columns, semantics);
  for (const [at, record] of records.entries()) {
    if (places[at] === 'in') required.push(record);
    else if (places[at] === 'open') optional.push(record);
  }
  return { filter, required, optional };
}

const TOO_LONG = new Set([413, 414, 431]);
/** Characters of an address that every server takes; a longer one some refuse with 400 (gunicorn: 4,094 bytes). */
const LONG = 4_000;
const isTooLong = ({ status, request: { url } }: Answer): boolean =>
  TOO_LONG.has(status) || (status === 400 && url.length > LONG);

/** The HTTP layer of the target takes no request this long (RFC 9110 section 15.5.15): nothing is learned of filters. */
export class TooLong extends Found {
  constructor(status: number) {
    super({ kind: 'inconclusive', reason: `the target takes no request this long: status ${status}` });
  }
}

export function unlessTooLong(error: unknown): undefined {
  if (!(error instanceof TooLong)) throw error;
}

/** A column that may be an enumeration and is asked for what it does not hold, or for a pattern: such a filter is open. */
function mayRefuse(filter: Filter | undefined, { columns, total }: Survey): string | undefined {
  return filter?.groups
    .flatMap(({ criteria }) => criteria)
    .find(({ column: name, operator, value }) => {
      const column = columns.get(name);
      if (column === undefined || !(mayBeEnumeration(column) || (total < 3 && column.kind === 'text'))) return false;
      const values = typeof value === 'object' ? (value ?? []) : [value];
      return operator.includes('LIKE') || values.some((value) => !column.values.has(value));
    })?.column;
}

/** Asks for as many records as one answer was seen to hold, and reads the page. */
export async function requestRecords(
  context: Context,
  survey: Survey,
  request: ProductsQuestion,
): Promise<ProductPage> {
  const filter =
    request.filter === undefined
      ? undefined
      : (alongWith(request.filter, survey.keyRange) ??
        skip('data', `needs a snapshot for a filter such as ${describeFilter(request.filter)}`));
  const answer = await requestProducts(context, { limit: survey.pageSize, ...request, filter });
  if (isTooLong(answer)) throw new TooLong(answer.status);
  if (answer.status >= 400 && answer.status !== 404) {
    const column = mayRefuse(request.filter, survey);
    if (column !== undefined)
      skip('data', `${column} may be of a type that refuses values it does not hold, and answers ${answer.status}`);
    deviates(`the records for which ${wording(request)}`, describeAnswer(answer), answer);
  }
  return expectPage(answer, request.filter === undefined ? '' : `for ${describeFilter(request.filter)}`);
}

const wording = ({ filter, route = 'v2' }: ProductsQuestion): string =>
  `${filter === undefined ? 'all is asked' : describeFilter(filter)} on ${nameRoute(route)}`;

/**
 * Holds a page against what the filter should give: every record of it, none besides, none twice, and a total that
 * counts them. Without a snapshot each returned record is judged for itself. Answers a witness.
 */
export function judgeRecords(page: ProductPage, want: ExpectedRecords, survey: Survey, semantics: Semantics): string {
  const { answer, records, meta } = page;
  const name = describeFilter(alongWith(want.filter, survey.keyRange) ?? want.filter);
  const columns = [...new Set(want.filter.groups.flatMap(({ criteria }) => criteria.map(({ column }) => column)))];
  const show = (list: readonly ProductRecord[]): string => showRecords(list, columns, survey);
  const places = placesOf(want.filter, records, survey.columns, semantics);
  const wrong = records.filter((_, at) => places[at] === 'out');
  if (wrong.length > 0) deviates(`only records for which ${name}`, `also ${show(wrong)}`, answer);
  const twice = unknownAmong(records, holdable(records, survey), survey);
  if (twice.length > 0)
    deviates(
      `each matching record once, as the unfiltered list shows it, for ${name}`,
      `${show(twice)} again or changed`,
      answer,
    );
  if (!survey.complete) return judgeSample(page, want, show);

  const least = want.required.length;
  const most = least + want.optional.length;
  const full = records.length >= survey.pageSize;
  const missing = full ? [] : unknownAmong(want.required, records, survey);
  if (!full && missing.length > 0)
    deviates(`all ${least} records for which ${name}`, `${records.length} records, without ${show(missing)}`, answer);
  if (records.length > most) deviates(`at most ${most} records for ${name}`, `${records.length} records`, answer);
  if (meta !== undefined && (meta.total < least || meta.total > most)) {
    deviates(`meta.total ${least}${most > least ? ` to ${most}` : ''} for ${name}`, `meta.total ${meta.total}`, answer);
  }
  return `${name}: kept ${records.length} of ${survey.total} records, left out ${survey.total - records.length}`;
}

/**
 * What a list may hold, each record once: the snapshot, or, without one, what it holds; then records that hold all the
 * same are the same one only where a key tells records apart.
 */
export function holdable(
  records: readonly ProductRecord[],
  { complete, records: all, key }: Survey,
): readonly ProductRecord[] {
  if (complete) return all;
  return key === undefined ? records : [...new Map(records.map((record) => [identity(record), record])).values()];
}

/** Without a snapshot: what the sample says must match is there, and a pivot at the least. */
function judgeSample(
  { answer, records, meta }: ProductPage,
  want: ExpectedRecords,
  show: (list: readonly ProductRecord[]) => string,
): string {
  const name = describeFilter(want.filter);
  const seen = want.required.length;
  if (meta !== undefined && meta.total < seen)
    deviates(
      `meta.total of at least ${seen} for ${name}, as the sample alone holds so many`,
      `meta.total ${meta.total}`,
      answer,
    );
  if (records.length === 0 && seen > 0)
    deviates(`records for which ${name}, such as ${show(want.required)}`, 'none', answer);
  return `${name}: each of ${records.length} records returned satisfies it, and ${seen} of the sample are counted`;
}

/**
 * Tells which returned records are not, or not any more, to be found among the known ones: each may be met once. Where
 * a column tells all records apart it is looked up by that, else by all that a record holds.
 */
export function unknownAmong(
  returned: readonly ProductRecord[],
  known: readonly ProductRecord[],
  { key }: Survey,
): readonly ProductRecord[] {
  const idOf = key === undefined ? identity : (record: ProductRecord): string => String(record[key.name]);
  const wanted = returned.length < known.length ? new Set(returned.map(idOf)) : undefined;
  const left = new Map<string, ProductRecord[]>();
  for (const record of known) {
    const id = idOf(record);
    if (wanted?.has(id) === false) continue;
    const list = left.get(id);
    if (list === undefined) left.set(id, [record]);
    else list.push(record);
  }
  return returned.filter((record) => {
    const alike = left.get(idOf(record)) ?? [];
    const place = alike.findIndex((other) => sameRecord(other, record));
    if (place >= 0) alike.splice(place, 1);
    return place < 0;
  });
}

/** Up to three records by their key and the columns in question: `id 17 (price 9, color null) and 4 more`. */
export function showRecords(records: readonly ProductRecord[], columns: readonly string[], { key }: Survey): string {
  const shown = records.slice(0, 3).map((record) => {
    const values = columns
      .filter((name) => name !== key?.name)
      .map((name) => `${name} ${JSON.stringify(heldBy(record, name))}`);
    const head = key === undefined ? 'a record' : `${key.name} ${JSON.stringify(heldBy(record, key.name))}`;
    return values.length === 0 ? head : `${head} (${values.join(', ')})`;
  });
  const more = records.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
