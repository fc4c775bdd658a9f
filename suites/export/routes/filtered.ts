import { type Context, deviates, skip } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';
import { describeFilter, type Filter, only, where } from '../../../src/protocol/export/filter.js';
import { requestProducts } from '../ask.js';
import { check } from '../check.js';
import { expectedRecords, judgeRecords } from '../judge/expected-records.js';
import { contrastsOf } from '../mutants/contrasts.js';
import { distinguishingCriteria, type Example } from '../mutants/distinguishing-criteria.js';
import { type Column, sortedNumbers, textsOf } from '../oracle/column.js';
import { expectPage, type ProductPage, tryPage } from '../product-page.js';
import { columnsOf, fitColumns } from '../survey/columns.js';
import { semanticsOf } from '../survey/semantics.js';
import { spellingOf } from '../survey/spelling.js';
import { type Survey, surveyOf } from '../survey/survey.js';

/** The legacy filtered route. */
export const filteredRoutes = [
  check({
    id: 'export.route.filtered',
    clauses: ['EXP-ROUTE-3'],
    title: 'the legacy filtered route returns exactly the records whose column equals the value',
    requests: { least: 1, most: 14 },
    async run(context) {
      const survey = await surveyOf(context);
      const semantics = await semanticsOf(context);
      const telling = context.budget.take(pathExamples(survey));
      const chosen = telling.length > 0 ? telling : contrastsOf('=', survey).flatMap(fitForPath);
      if (chosen.length === 0) skip('data', 'needs a column with a value without a comma or slash');
      const witnesses: string[] = [];
      for (const { column, value } of chosen) {
        const want = expectedRecords(only(where(column, '=', value)), survey, semantics);
        const few = want.required.length + want.optional.length <= Math.min(100, survey.pageSize);
        const answer = await requestProducts(context, {
          route: { column, value: String(value) },
          limit: few ? undefined : survey.pageSize,
        });
        if (isRefusedEarly(answer, String(value))) continue;
        witnesses.push(judgeRecords(expectPage(answer), want, survey, semantics));
      }
      return witnesses.join('; ') || skip('data', 'the HTTP layer refuses every value that there is to ask with');
    },
  }),
  check({
    id: 'export.route.comma',
    clauses: ['EXP-ROUTE-4'],
    title: 'a comma-separated value on the legacy filtered route means any of its parts',
    requests: { least: 1, most: 4 },
    async run(context) {
      const survey = await surveyOf(context);
      const semantics = await semanticsOf(context);
      const several = [...columnsOf(survey, 'text'), ...columnsOf(survey, 'number')];
      const single = [...survey.columns.values()].filter(({ kind }) => kind === 'number');
      for (const column of several.length > 0 ? several : single) {
        if (column.name.includes('/')) continue;
        const simple = simpleValues(column.kind === 'number' ? sortedNumbers(column) : textsOf(column));
        const [first, second] = simple;
        if (first === undefined) continue;
        const absent =
          column.kind === 'number' ? String(1 + Math.ceil(sortedNumbers(column).at(-1) ?? 0)) : 'assayabsent';
        const plain =
          second === undefined
            ? [
                [absent, `${absent}0`],
                [absent, first],
              ]
            : [
                [first, second],
                [absent, first, second],
              ];
        const marked = markedList(column);
        const witnesses: string[] = [];
        const many = simple.length > 3 ? [simple.slice(0, Math.min(MANY, simple.length - 1))] : [];
        for (const parts of context.budget.take([...plain, ...many, ...marked])) {
          const values = column.kind === 'number' ? parts.map(Number) : parts;
          const want = expectedRecords(only(where(column.name, 'IN', values)), survey, semantics);
          const route = { column: column.name, value: parts.join(',') };
          const answer = await requestProducts(context, { route, limit: survey.pageSize });
          // What no data holds an HTTP layer may refuse, as firewalls do.
          if (marked.includes(parts) && isRefused(answer)) continue;
          const page = expectPage(answer);
          witnesses.push(judgeRecords(page, want, survey, semantics));
          if (!survey.complete) await expectTotalOf(context, page, want.filter);
        }
        return witnesses.join('; ');
      }
      return skip('data', 'needs a column with two values that are plain words or whole numbers');
    },
  }),
];

/** Values of one list in a path. */
const MANY = 12;

/** Without a snapshot: as many matches as the filter that means the same finds on the v2 route. */
async function expectTotalOf(context: Context, { answer, meta }: ProductPage, filter: Filter): Promise<void> {
  const v2 = expectPage(await requestProducts(context, { filter, limit: 1, spelling: await spellingOf(context) }));
  if (meta !== undefined && v2.meta !== undefined && meta.total !== v2.meta.total)
    deviates(
      `meta.total ${v2.meta.total}, as for ${describeFilter(filter)} on the v2 route`,
      String(meta.total),
      answer,
      v2.answer,
    );
}

interface PathExample {
  readonly column: string;
  readonly value: string | number;
}

/** Values for the path: the most telling of each kind of column, and those that must be percent-encoded. */
function pathExamples(survey: Survey): readonly PathExample[] {
  const texts = distinguishingCriteria('=', 'text', survey, 4, plainInPath).flatMap(fitForPath);
  const numbers = distinguishingCriteria('=', 'number', survey, 1).flatMap(fitForPath);
  const encoded = fitColumns(survey, 'text').flatMap((column) =>
    textsOf(column)
      .filter((text) => /^[\p{L}\p{N} ]+$/u.test(text) && /\S[^A-Za-z0-9]\S/.test(text))
      .slice(0, 1)
      .map((value) => ({ column: column.name, value })),
  );
  // One that is the same number in single precision: a column may hold its values so.
  const fractions = columnsOf(survey, 'number').flatMap((column) =>
    sortedNumbers(column)
      .filter((value) => !Number.isInteger(value) && value > 0 && Math.fround(value) === value)
      .slice(0, 1)
      .map((value) => ({ column: column.name, value })),
  );
  return [
    ...[
      ...texts.slice(0, 1),
      ...zero(survey),
      ...numbers,
      ...encoded.slice(0, 1),
      ...fractions.slice(0, 1),
      ...texts.slice(1),
    ],
    ...patterned(survey),
    ...besides(survey),
  ];
}

/** A zero that some records hold and others do not: what takes it for no value leaves the filter out. */
const zero = (survey: Survey): readonly PathExample[] =>
  [...columnsOf(survey, 'text'), ...columnsOf(survey, 'number')]
    .filter(({ name, values }) => !name.includes('/') && (values.has('0') || values.has(0)))
    .slice(0, 1)
    .map(({ name, values }) => ({ column: name, value: values.has(0) ? 0 : '0' }));

/** A text that no record holds, though a pattern of LIKE would find one. */
const patterned = (survey: Survey): readonly PathExample[] =>
  fitColumns(survey, 'text')
    .flatMap((column) =>
      simpleValues(textsOf(column))
        .filter((text) => text.length > 2)
        .slice(0, 1)
        .map((text) => ({ column: column.name, value: `${text.slice(0, 1)}_${text.slice(2)}` })),
    )
    .slice(0, 1);

/** Texts that an HTTP layer may take for something else: a blank at the beginning, a plus, escapes, a hash. */
const REFUSABLE: readonly RegExp[] = [
  /^ +[^\s,/\\%;]+$/,
  /^[\w +-]*\w\+\w[\w +-]*$/,
  /^[\w -]*%[0-9A-Fa-f]{2}[\w -]*$/,
  /^[\w =&-]*#[\w =&#-]*$/,
];

/** Texts that a path loses where it is read carelessly: those, and with characters beyond the basic plane. */
const CARELESS: readonly RegExp[] = [...REFUSABLE, /^[^,/\\%;]*[\u{10000}-\u{10ffff}][^,/\\%;]*$/u];

const isRefused = (answer: Answer): boolean =>
  answer.status >= 400 && answer.status < 500 && tryPage(answer) === undefined;

/** An HTTP layer may refuse such a path before the API sees it, as IIS does with what is escaped twice. */
const isRefusedEarly = (answer: Answer, value: string): boolean =>
  isRefused(answer) && REFUSABLE.some((shape) => shape.test(value));

/** A text that is there, and others that are not: those with characters in them that careless servers drop or end a value at. */
function markedList(column: Column): readonly (readonly string[])[] {
  if (column.kind !== 'text') return [];
  const [found, there] = simpleValues(textsOf(column)).filter((text) => text.length > 2);
  if (found === undefined || there === undefined) return [];
  const marked = ['#', "'", '"', '&', '=', '_'].map((mark) => `${found.slice(0, 2)}${mark}${found.slice(2)}`);
  return [[there, ...marked, `${found}#x`, `${found}&x`]];
}

const besides = (survey: Survey): readonly PathExample[] =>
  CARELESS.flatMap((shape) =>
    fitColumns(survey, 'text')
      .flatMap(({ name, values }) =>
        [...values.keys()].filter((text) => shape.test(String(text))).map((value) => ({ column: name, value })),
      )
      .slice(0, 1),
  );

const fitForPath = ({ criterion: { column, value } }: Example) =>
  typeof value === 'object' || value === null || !plainInPath(`${value}`) || column.includes('/')
    ? []
    : [{ column, value }];

const plainInPath = (value: string): boolean => !/[,/\\%;]|^\.+$|^\s|\s$/.test(value);

/** Values that stand in a path without doubt: whole numbers that are not negative, and plain words. */
const simpleValues = (values: readonly (string | number)[]): readonly string[] =>
  values.map(String).filter((value) => /^(?:[A-Za-z][A-Za-z0-9]*|0|[1-9]\d{0,8})$/.test(value));
