import { type Answer, describeAnswer, type ExportTarget } from '../../../src/harness/suite.js';
import type { Criterion, Scalar } from '../../../src/protocol/export/filter.js';
import {
  isUnknown,
  JSON_API,
  PLAIN,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import { checkSchema, describeProblems, type SchemaName } from '../../../src/schema/validate.js';
import type { ClauseId } from '../clauses.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { clausesFor } from '../model/matching.js';
import {
  documented,
  type ErrorName,
  isElsewhere,
  type Mistake,
  mistakesIn,
  namesPath,
  plainText,
} from '../model/mistakes.js';
import { parametersAreOpen } from '../model/open-parameters.js';
import { mayBeEnumeration } from '../model/oracle/column.js';
import { isInDoubt } from '../model/page-size.js';
import { judgePage } from './any-page.js';
import { type Note, type Violation, violates } from './violation.js';

/**
 * Judges the answer to any products request by what the document says of its kind alone: the error
 * of a mistake, the format, the window, the order, the groups and the records. Nothing is said
 * where the document leaves the answer open.
 */
export function judgeAnswer(
  exchange: Exchange,
  known: Known | undefined,
  note: Note = () => undefined,
): Violation | undefined {
  const { question: request, answer, target, page: held } = exchange;
  if (TOO_LONG.has(answer.status) || answer.status === 429) return undefined;
  const { headers = [], extra = [], accept = JSON_API } = request;
  const mistakes = mistakesIn(target, request);
  if (mistakes === undefined) return undefined;
  const refused = mistakes.find(({ error }) => error !== 'no data' && error !== 'unknown route');
  // An empty list may be given to anybody.
  if (refused !== undefined && !answer.ok) note(refused.clause);
  const isGiven = answer.ok && held !== undefined && held.records.length > 0;
  if (refused !== undefined && isGiven && !isElsewhere(refused, request, target))
    return violates(
      refused.clause,
      `no products (${refused.error})`,
      `${held.records.length} products`,
    );
  if (
    headers.length > 0 ||
    extra.length > 0 ||
    (accept !== null && accept !== JSON_API && accept !== PLAIN)
  )
    return undefined;
  const [only, second] = mistakes;
  if (second !== undefined) return undefined;
  const isForeign = asksForeignColumns(request, target);
  if (answer.status >= 400 && answer.status < 500 && isForeign) return undefined;
  // An HTTP layer may refuse a field value beyond ASCII before the API sees it (RFC 9110 section
  // 5.5).
  if (answer.status === 400 && /[^\x20-\x7e\t]/.test(request.token ?? '')) return undefined;
  if (only?.error === 'no data' && parametersAreOpen(request, known)) return undefined;
  if (only !== undefined) return judgeError(exchange, only, note);
  if (isForeign ? answer.status < 500 : parametersAreOpen(request, known))
    return judgeFormat(exchange, known, note);
  if (answer.status >= 400 && isOpenRefusal(answer, request, known)) return undefined;
  const clause = clauseOfList(request, known);
  // That products came is seen in any case; which ones they must be may rest on what is in doubt.
  const isSeen = OF_PRODUCTS.has(clause)
    ? (held?.records.length ?? 0) > 0
    : !isInDoubt(request, known);
  if (held !== undefined && isSeen) note(clause);
  if (held === undefined)
    return (
      unreadable(answer, accept) ?? violates(clause, 'a list of products', describeAnswer(answer))
    );
  return judgeFormat(exchange, known, note) ?? judgePage(exchange, held, known, note);
}

/**
 * Another destination may have other columns, and one without data none: what names a column is
 * open there.
 */
const asksForeignColumns = (
  { destination, route, filter, orderBy, groupBy }: ProductsQuestion,
  target: ExportTarget,
): boolean =>
  destination !== undefined &&
  destination.id !== target.destination?.id &&
  (typeof route === 'object' ||
    filter !== undefined ||
    orderBy !== undefined ||
    groupBy !== undefined);

const TOO_LONG = new Set([413, 414, 431]);
/** Lines of this length are refused with 400 by some servers. */
const LONG = 4_000;

/** A list that cannot be read, for what it lacks. */
const unreadable = (answer: Answer, accept: string | null): Violation | undefined =>
  answer.status !== 200 || typeof answer.json !== 'object' || answer.json === null
    ? undefined
    : unlike(accept === JSON_API ? FORMS.envelope : FORMS.array, answer);

/** What an answer lacks of a schema. */
function unlike([clause, schema]: Form, answer: Answer, named = 'a body'): Violation | undefined {
  const result = checkSchema<unknown>(schema, answer.json);
  if ('value' in result) return undefined;
  const expected = `${named} that satisfies schemas/${schema}.schema.json`;
  const isJson = answer.json !== undefined;
  return violates(
    clause,
    expected,
    isJson ? describeProblems(result.problems.slice(0, 2)) : describeAnswer(answer),
  );
}

/** More values of a list than these a target may refuse (EXP-FILT-6). */
const LISTED = 16;

/**
 * groupBy together with filters or an order may be refused (EXP-GROUP-2), and so may what is very
 * long or very large, and values that a column of a narrow type does not take.
 */
function isOpenRefusal(
  { status, request }: Answer,
  { route, groupBy, orderBy, filter, limit }: ProductsQuestion,
  known: Known | undefined,
): boolean {
  const criteria = filter?.groups.flatMap((group) => group.criteria) ?? [];
  // An HTTP layer may refuse an odd path before the API sees it, as IIS does with what is escaped
  // twice.
  const isOddPath =
    typeof route === 'object' && !isUnknown(route) && !/^[\p{L}\p{N} ,._-]+$/u.test(route.value);
  const asksForColumns = typeof route === 'object' || (filter ?? orderBy ?? groupBy) !== undefined;
  return (
    status < 500 &&
    ((known?.survey.shown !== undefined && asksForColumns) ||
      (groupBy !== undefined && (orderBy !== undefined || filter !== undefined)) ||
      (typeof limit === 'number' && limit > Math.max(100, known?.survey.pageSize ?? 0)) ||
      request.url.length > LONG ||
      isOddPath ||
      criteria.some((criterion) => mayRefuse(criterion, known)))
  );
}

/** A number that an integer of 32 bits does not hold, or a text of blanks. */
const isExtreme = (value: Scalar | null): boolean =>
  typeof value === 'number' ? Math.abs(value) >= 2 ** 31 : value !== null && value.trim() === '';

/**
 * Whether a target may refuse the value of a criterion: one of many, or one that an enumeration
 * does not hold.
 */
function mayRefuse(
  { column: name, operator, value }: Criterion,
  known: Known | undefined,
): boolean {
  const values = typeof value === 'object' ? (value ?? []) : [value];
  const column = known?.survey.columns.get(name);
  if (values.length > LISTED || values.some(isExtreme)) return true;
  if (column === undefined || column.kind !== 'text' || known === undefined) return false;
  const isStrange = operator.includes('LIKE') || values.some((one) => !column.values.has(one));
  return known.survey.total < 3 || (mayBeEnumeration(column) && isStrange);
}

/** Clauses of the products themselves, which an empty list says nothing of. */
const OF_PRODUCTS: ReadonlySet<ClauseId> = new Set(['EXP-ROUTE-1', 'EXP-ROUTE-2']);

/** The clause that a list is of, by what it is asked for: a refusal breaks it. */
function clauseOfList(question: ProductsQuestion, known: Known | undefined): ClauseId {
  const { route = 'v2', limit, offset, orderBy, groupBy, filter } = question;
  const clauses = clausesFor(question, known);
  if ((filter?.groups.length ?? 0) > 0 || typeof route === 'object') return clauses.records;
  if (groupBy !== undefined) return clauses.groups;
  if (orderBy !== undefined) return clauses.order;
  if (limit !== undefined || offset !== undefined) return clauses.window;
  return route === 'legacy' ? 'EXP-ROUTE-2' : 'EXP-ROUTE-1';
}

/** What the body of an error lacks of its form. */
export function formOfError(
  answer: Answer,
  error: ErrorName,
  accept: string | null = JSON_API,
): Violation | undefined {
  const form =
    accept === JSON_API ? FORMS.jsonApi : error === 'no data' ? FORMS.noData : FORMS.plain;
  return unlike(form, answer, `an error (${error})`);
}

/**
 * Whether the body of an error is no JSON and its text stands nowhere in it; a path that it names
 * is not looked for.
 */
export const saysNothing = (answer: Answer, text: string): boolean =>
  answer.json === undefined && !answer.text.includes(text.split(':')[0] ?? text);

function judgeError(
  { question, answer, page }: Exchange,
  { error, clause }: Mistake,
  note: Note,
): Violation | undefined {
  const { route = 'v2', accept = JSON_API } = question;
  const jsonApi = accept === JSON_API;
  const { status, title, text } = documented[error];
  if (error === 'no data' && answer.ok && page?.records.length === 0) return undefined;
  // Who asks for which destination may be wanted before it is looked whether the path exists
  // (EXP-ROUTE-8).
  if (isUnknown(route) && question.destinationId === null && answer.status === 401)
    return undefined;
  if (answer.status !== status)
    return violates(clause, `status ${status} (${error})`, describeAnswer(answer));
  const form = jsonApi ? FORMS.jsonApi : error === 'no data' ? FORMS.noData : FORMS.plain;
  note(form[0]);
  const lacking = formOfError(answer, error, accept);
  const named = isUnknown(route) ? text.replace('{path}', () => route.path) : `"${text}"`;
  // An error in another form may say what it must; of one that says nothing of it the text is wrong
  // as well.
  if (lacking !== undefined)
    return saysNothing(answer, text) ? violates(clause, named, describeAnswer(answer)) : lacking;
  note(clause);
  const said = plainText(answer) ?? '';
  if (isUnknown(route)) {
    note('EXP-ERR-5');
    return namesPath(said, route.path) ? undefined : violates('EXP-ERR-5', named, said);
  }
  if (jsonApi) note('EXP-ERR-4');
  if (said !== text) return violates(jsonApi ? 'EXP-ERR-4' : clause, named, `"${said}"`);
  if (!jsonApi) return undefined;
  const [first] = (
    answer.json as {
      readonly errors: readonly { readonly status: number; readonly title: string }[];
    }
  ).errors;
  if (first?.status !== status)
    return violates('EXP-ERR-3', `status ${status} in the error object`, String(first?.status));
  return first.title === title
    ? undefined
    : violates('EXP-ERR-4', `title "${title}"`, `"${first.title}"`);
}

/** The shapes of an error and of a list, each with its clause. */
const FORMS = {
  jsonApi: ['EXP-ERR-3', 'export/error-jsonapi'],
  noData: ['EXP-ERR-2', 'export/error-no-data'],
  plain: ['EXP-ERR-1', 'export/error-plain'],
  envelope: ['EXP-LIST-1', 'export/product-list'],
  array: ['EXP-LIST-3', 'export/products'],
} as const satisfies Readonly<Record<string, Form>>;
type Form = readonly [ClauseId, SchemaName];

/** Envelope or array, as Accept asks for; the types of its members. */
function judgeFormat(
  { question, answer, page }: Exchange,
  known: Known | undefined,
  note: Note,
): Violation | undefined {
  const { accept = JSON_API, route = 'v2' } = question;
  const isEnvelope = accept === JSON_API;
  const format =
    route !== 'v2'
      ? 'EXP-NEG-5'
      : isEnvelope
        ? 'EXP-NEG-1'
        : accept === null
          ? 'EXP-NEG-3'
          : 'EXP-NEG-2';
  const form = isEnvelope ? FORMS.envelope : FORMS.array;
  if (page === undefined || !answer.ok) return undefined;
  const isRight = (page.meta !== undefined) === isEnvelope;
  // An empty array is the same in every format, unless the envelope was seen to be empty.
  const isSeen = page.meta !== undefined || page.records.length > 0;
  if (isSeen || isEnvelope || (known?.survey.total === 0 && known.survey.shown === undefined)) {
    note(format);
    if (isRight) note(form[0]);
  }
  if (!isRight)
    return violates(
      format,
      isEnvelope ? 'an envelope of data and meta' : 'a bare array',
      describeAnswer(answer),
    );
  return unlike(form, answer);
}
