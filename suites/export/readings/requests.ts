/** Readings of whole requests: filters, parameters and paths that are not read rightly. */

import { DEFAULT_LIMIT, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { expectedRecords } from '../model/expected-records.js';
import { identity } from '../model/identity.js';
import { filterIn } from '../model/request.js';
import { credentialReadings } from './credentials.js';
import { PARTS, PARTS_BY_ROUTE, PARTS_BY_ROUTE_OR_FORMAT, partsTogether } from './parts.js';
import { pathReadings } from './paths.js';
import { type ExportReading, numberOf, onEachCriterion } from './reading.js';
import { structureMistakes } from './structures.js';
import { totalReadings } from './totals.js';

/**
 * Whether the records are in the order in which the list was read without `orderBy`. `question` is
 * the request without `orderBy`.
 */
function isInUsualOrder(
  records: readonly ProductRecord[],
  { offset = 0 }: ProductsQuestion,
  question: ProductsQuestion,
  known: Known,
): boolean | undefined {
  const { survey } = known;
  const filter = filterIn(question, known) ?? { groups: [] };
  const { required, optional } = expectedRecords(filter, survey, known.comparisonRules);
  if (!survey.complete || optional.length > 0) return undefined;
  const usual = required.slice(Number(offset), Number(offset) + records.length);
  return (
    usual.length === records.length &&
    usual.every((record, at) => {
      const other = records[at];
      return (
        other !== undefined &&
        identity(record, survey.changing) === identity(other, survey.changing)
      );
    })
  );
}

const CLAUSE_OF = {
  limit: 'EXP-LIST-6',
  offset: 'EXP-LIST-6',
  orderBy: 'EXP-SORT-1',
  groupBy: 'EXP-GROUP-1',
  filter: 'EXP-FILT-12',
} as const;
const WORDS = {
  limit: '`limit` is ignored',
  offset: '`offset` is ignored',
  orderBy: '`orderBy` is ignored',
  groupBy: '`groupBy` is ignored',
  filter: 'filters are ignored',
} as const;

/** Whether the request has the parameter, with another value than its default. */
function hasEffect(question: ProductsQuestion, name: keyof typeof WORDS): boolean {
  const value = question[name];
  if (name === 'limit') return value !== undefined && Number(value) !== DEFAULT_LIMIT;
  return name === 'offset' ? value !== undefined && Number(value) !== 0 : value !== undefined;
}

const ignoredParameters = (violated: readonly Exchange[]): readonly ExportReading[] =>
  (Object.keys(WORDS) as (keyof typeof WORDS)[]).flatMap((name) => {
    const questions = violated
      .map(({ question }) => question)
      .filter((question) => hasEffect(question, name));
    return [...PARTS, ...partsTogether(questions)].map(
      (part): ExportReading => ({
        id: `parameters.${name}.ignored.${part.id}`,
        mistake: `${name} ignored`,
        clause: CLAUSE_OF[name],
        sentence: `${WORDS[name]}${part.name}`,
        touches: (question) => hasEffect(question, name) && part.has(question),
        question: (question) => ({ ...question, [name]: undefined }),
        ...(name === 'orderBy'
          ? {
              fits: ({ records }, question, known) =>
                isInUsualOrder(records, question, { ...question, orderBy: undefined }, known),
            }
          : {}),
      }),
    );
  });

/** A mistake with `limit` or `offset`. */
interface Moved {
  readonly id: string;
  readonly sentence: string;
  /** Default: every request. */
  readonly touches?: ExportReading['touches'];
  readonly question: (question: ProductsQuestion) => ProductsQuestion;
  /** The parts of the requests in which the mistake may be made. Default: all that are known. */
  readonly parts?: typeof PARTS;
}

/** Makes mistakes with `limit` and `offset`, in each part of the requests. */
const moved = ({
  id,
  sentence,
  touches = () => true,
  question,
  parts = PARTS,
}: Moved): readonly ExportReading[] =>
  parts.map((part) => ({
    id: `parameters.${id}.${part.id}`,
    mistake: id,
    clause: 'EXP-LIST-6',
    sentence: `${sentence}${part.name}`,
    touches: (asked) => touches(asked) && part.has(asked),
    question,
  }));

const windows: readonly ExportReading[] = [
  ...moved({
    id: 'offset.too-far',
    sentence: '`offset` is one too high: a record is skipped',
    question: (question) => ({ ...question, offset: numberOf(question.offset, 0) + 1 }),
  }),
  ...moved({
    id: 'offset.skips-one-more',
    sentence: '`offset` skips one record more',
    touches: ({ offset }) => numberOf(offset, 0) > 0,
    question: (question) => ({ ...question, offset: numberOf(question.offset, 0) + 1 }),
  }),
  ...moved({
    id: 'offset.counts-from-one',
    sentence: '`offset` counts from 1: one record less is skipped',
    touches: ({ offset }) => numberOf(offset, 0) > 0,
    question: (question) => ({ ...question, offset: numberOf(question.offset, 0) - 1 }),
  }),
  ...moved({
    id: 'offset.counts-pages',
    sentence: '`offset` counts pages instead of records',
    touches: ({ offset }) => numberOf(offset, 0) > 0,
    question: (question) => ({
      ...question,
      offset: numberOf(question.offset, 0) * numberOf(question.limit, DEFAULT_LIMIT),
    }),
  }),
  ...moved({
    id: 'offset.rounded-to-pages',
    sentence: '`offset` is rounded down to a multiple of `limit`',
    touches: ({ offset }) => numberOf(offset, 0) > 0,
    question: (question) => {
      const size = numberOf(question.limit, DEFAULT_LIMIT);
      const start = numberOf(question.offset, 0);
      return { ...question, offset: start - (start % size) };
    },
  }),
  ...moved({
    id: 'limit.one-too-few',
    sentence: 'a page has one record less than `limit`',
    question: (question) => ({ ...question, limit: numberOf(question.limit, DEFAULT_LIMIT) - 1 }),
  }),
  ...moved({
    id: 'limit.one-too-many',
    sentence: 'a page has one record more than `limit`',
    question: (question) => ({ ...question, limit: numberOf(question.limit, DEFAULT_LIMIT) + 1 }),
  }),
];

/** The server swaps two parameters. */
const swapped: readonly ExportReading[] = PARTS_BY_ROUTE_OR_FORMAT.flatMap((part) => [
  {
    id: `parameters.swapped.order-and-group.${part.id}`,
    mistake: 'order and group swapped',
    clause: 'EXP-SORT-1',
    also: ['EXP-GROUP-1'],
    sentence: `\`orderBy\` and \`groupBy\` are swapped${part.name}`,
    requires: '`orderBy` must order the list, and `groupBy` must return one record for each value',
    touches: (question: ProductsQuestion) =>
      part.has(question) && (question.orderBy ?? question.groupBy) !== undefined,
    question: (question: ProductsQuestion) => ({
      ...question,
      orderBy: question.groupBy,
      groupBy: question.orderBy,
    }),
  },
  {
    id: `parameters.swapped.limit-and-offset.${part.id}`,
    mistake: 'limit and offset swapped',
    clause: 'EXP-LIST-6',
    sentence: `\`limit\` and \`offset\` are swapped${part.name}`,
    touches: (question: ProductsQuestion) =>
      part.has(question) && question.limit !== undefined && question.offset !== undefined,
    question: (question: ProductsQuestion) => ({
      ...question,
      limit: question.offset,
      offset: question.limit,
    }),
  },
]);

/** The value of a criterion ends before a semicolon that is not escaped. */
const semicolons: ExportReading = {
  id: 'parameters.semicolon-separates',
  clause: 'EXP-FILT-13',
  sentence: 'a semicolon that is not escaped separates parameters, as `&` does',
  requires: 'it should be a part of the value',
  touches: ({ wireEncoding }) => wireEncoding?.rawSemicolon === true,
  response({ question, compare }, known) {
    const { rawSemicolon: _, ...wireEncoding } = question.wireEncoding ?? known.wireEncoding;
    const cut = onEachCriterion((criterion) =>
      typeof criterion.value === 'string'
        ? { ...criterion, value: criterion.value.replace(/;.*$/s, '') }
        : criterion,
    );
    const { deviation, tested } = compare(known, { ...cut(question), wireEncoding });
    return tested.length > 0 && deviation === undefined;
  },
};

/** An offset at or past the end is replaced by that of the last page. */
const lastPages: ExportReading = {
  id: 'parameters.offset.last-page',
  clause: 'EXP-LIST-6',
  sentence: 'an `offset` past the end of the list returns the last page',
  touches: ({ offset }) => numberOf(offset, 0) > 0,
  question(question, known) {
    const filter = filterIn(question, known) ?? { groups: [] };
    const { required, optional } = expectedRecords(filter, known.survey, known.comparisonRules);
    const isKnown =
      known.survey.complete && optional.length === 0 && question.groupBy === undefined;
    const limit = numberOf(question.limit, DEFAULT_LIMIT);
    if (!isKnown || numberOf(question.offset, 0) < required.length || required.length === 0)
      return question;
    return { ...question, offset: Math.floor((required.length - 1) / limit) * limit };
  },
};

/** Limits that a server uses instead of the requested ones. `sizes`: of wrong pages. */
const otherLimits = (sizes: readonly number[]): readonly ExportReading[] =>
  sizes.flatMap((most) => [
    ...moved({
      id: `limit.default-${most}`,
      sentence: `the default of \`limit\` is ${most}`,
      touches: ({ limit }) => limit === undefined,
      question: (question) => ({ ...question, limit: most }),
      parts: PARTS_BY_ROUTE_OR_FORMAT,
    }),
    ...moved({
      id: `limit.capped-at-${most}`,
      sentence: `a page has at most ${most} records`,
      touches: ({ limit }) => numberOf(limit, DEFAULT_LIMIT) > most,
      question: (question) => ({ ...question, limit: most }),
      parts: PARTS_BY_ROUTE_OR_FORMAT,
    }),
  ]);

/** Values of `limit` that a server treats as if `limit` were missing. */
const missedLimits = (limits: readonly number[]): readonly ExportReading[] =>
  limits.flatMap((one) =>
    moved({
      id: `limit.${one}-is-none`,
      sentence: `\`limit=${one}\` counts as a missing \`limit\`, so that the default applies`,
      touches: ({ limit }) => limit !== undefined && Number(limit) === one,
      question: (question) => ({ ...question, limit: undefined }),
      parts: PARTS_BY_ROUTE,
    }),
  );

/** The distinct numbers, but not more than a few: each is a mistake of its own. */
const fewOf = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].filter((one) => one > 0).slice(0, 5);

export const requestReadings = (
  violated: readonly Exchange[],
  known: Known,
): readonly ExportReading[] => [
  ...credentialReadings,
  semicolons,
  ...ignoredParameters(violated),
  ...windows,
  ...swapped,
  lastPages,
  ...otherLimits(fewOf(violated.flatMap(({ page }) => page?.records.length ?? []))),
  ...missedLimits(fewOf(violated.flatMap(({ question: { limit } }) => Number(limit ?? 0) || []))),
  ...totalReadings(violated, known),
  ...pathReadings,
  ...structureMistakes(violated),
];
