/**
 * Readings (`reading.ts`) of values that are stored otherwise than they are served, such as 0 that
 * is served as null. What a filter selects is then open (`'open'`) for each served value that may
 * be stored in two ways: a response is right if it is right for one of them.
 */

import { memoizedByObject } from '../../../src/memoized.js';
import {
  type Criterion,
  criteriaOf,
  isNegation,
  positiveOf,
  type Scalar,
} from '../../../src/protocol/export/filter.js';
import {
  DEFAULT_LIMIT,
  isUnknown,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Known, Survey } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { unknownAmong } from '../model/expected-records.js';
import { type Column, cellValue, type Value } from '../model/oracle/column.js';
import { criterionEvaluator } from '../model/oracle/criterion.js';
import type { ListOfRecords } from './list.js';
import { columnOf, cut, selectedFrom, sortedBy } from './lists.js';
import { comparedAsTexts } from './orders.js';
import { type ExportReading, hasFilter } from './reading.js';

function namesColumn(question: ProductsQuestion, isAbout: (name: string) => boolean): boolean {
  const { route, orderBy, groupBy } = question;
  const ofPath = typeof route === 'object' && !isUnknown(route) ? route.column : undefined;
  return (
    criteriaOf(question).some(({ column }) => isAbout(column)) ||
    [ofPath, orderBy, groupBy].some((name) => name !== undefined && isAbout(name))
  );
}

/** Values that may be stored otherwise than they are served. */
interface ServedOtherwise {
  readonly id: string;
  readonly sentence: string;
  readonly clause: string;
  /** Whether such values may come from the column. */
  readonly isAbout: (column: Column, columns: Survey['columns']) => boolean;
  /** The values that may be stored if this one is served. Empty if it is stored as it is. */
  readonly stored: (cell: Value, column: Column, columns: Survey['columns']) => readonly Value[];
  /** Set if wrong groups are needed as evidence: wrong filters often have other causes. */
  readonly isShownByGroups?: true;
  /** Set if the mistake may have falsified what the survey learned about nulls. */
  readonly isOfNulls?: true;
}

/**
 * The length at which texts seem to be cut: several different texts have it, and none is longer.
 * Otherwise infinity.
 */
const longestIn = memoizedByObject((columns: Survey['columns']): number => {
  const texts = [...columns.values()].filter(isOfText).flatMap(({ values }) => [...values.keys()]);
  const lengths = [...new Set(texts.map(String))].map(({ length }) => length);
  const longest = lengths.reduce((most, one) => Math.max(most, one), 0);
  const isCut = longest >= SHORTEST_CUT && lengths.filter((one) => one === longest).length > 1;
  return isCut ? longest : Number.POSITIVE_INFINITY;
});
/** The least such length. Shorter texts often have equal lengths by chance. */
const SHORTEST_CUT = 10;

/** The number of decimals of a column. */
const decimalsOf = memoizedByObject(({ values }: Column): number =>
  Math.max(0, ...[...values.keys()].map((value) => String(value).split('.')[1]?.length ?? 0)),
);

const isNullWord = (cell: Value): boolean =>
  typeof cell === 'string' && ['null', 'none', 'nil'].includes(cell.toLowerCase());
const isOfText = ({ kind }: Column): boolean => kind === 'text';
const isOfNumbers = ({ kind }: Column): boolean => kind === 'number';
const hasText =
  (shape: RegExp) =>
  ({ kind, values }: Column): boolean =>
    kind === 'text' && [...values.keys()].some((value) => shape.test(String(value)));
const textsWith =
  (shape: RegExp, stored: (text: string) => readonly string[]) =>
  (cell: Value): readonly Value[] =>
    typeof cell === 'string' && shape.test(cell) ? stored(cell) : [];

const COMBINED = /\p{M}/u;

const SERVED_OTHERWISE: readonly ServedOtherwise[] = [
  {
    id: 'zero-as-null',
    sentence: '0 is served as null',
    clause: 'EXP-FILT-2',
    isAbout: (column) => isOfNumbers(column) && column.nulls > 0,
    stored: (cell) => (cell === null ? [0] : []),
  },
  {
    id: 'null-as-zero',
    sentence: 'null is served as 0',
    clause: 'EXP-FILT-1',
    isAbout: (column) => isOfNumbers(column) && column.values.has(0),
    stored: (cell) => (cell === 0 ? [null] : []),
  },
  {
    id: 'null-as-empty',
    sentence: 'null is served as an empty text',
    clause: 'EXP-FILT-1',
    isAbout: (column) => isOfText(column) && column.nulls === 0 && column.blanks > 0,
    stored: (cell) => (cell === '' ? [null] : []),
    isOfNulls: true,
  },
  {
    id: 'null-as-word',
    sentence: 'null is served as a word such as `null`',
    clause: 'EXP-FILT-1',
    isAbout: (column) =>
      column.nulls === 0 && [...column.values.keys()].some((value) => isNullWord(value)),
    stored: (cell) => (isNullWord(cell) ? [null] : []),
    isOfNulls: true,
  },
  {
    id: 'empty-as-null',
    sentence: 'an empty text is served as null',
    clause: 'EXP-FILT-1',
    isAbout: (column) => isOfText(column) && column.nulls > 0 && column.blanks === 0,
    stored: (cell) => (cell === null ? [''] : []),
    isOfNulls: true,
  },
  {
    id: 'rounded',
    sentence: 'numbers are rounded when they are served',
    clause: 'EXP-FILT-1',
    isAbout: (column) => isOfNumbers(column) && decimalsOf(column) < 2,
    stored(cell, column) {
      if (typeof cell !== 'number') return [];
      const step = 0.5 / 10 ** decimalsOf(column);
      return [cell - step, cell + step];
    },
  },
  {
    id: 'single-precision',
    sentence: 'numbers are stored in single precision',
    clause: 'EXP-FILT-1',
    isAbout: (column) => isOfNumbers(column) && decimalsOf(column) > 0,
    stored: (cell) =>
      typeof cell === 'number' && Math.fround(cell) !== cell ? [Math.fround(cell)] : [],
  },
  {
    id: 'trimmed',
    sentence: 'blanks at the ends of texts are removed when they are served',
    clause: 'EXP-FILT-14',
    isShownByGroups: true,
    isAbout: (column) => isOfText(column) && !hasText(/^\s|\s$/)(column),
    stored: (cell) => (typeof cell === 'string' ? [` ${cell}`, `${cell} `, ` ${cell} `] : []),
  },
  {
    id: 'cut',
    sentence: 'long texts are cut when they are served',
    clause: 'EXP-FILT-14',
    isAbout: ({ kind, values }, columns) =>
      kind === 'text' &&
      [...values.keys()].some((value) => String(value).length === longestIn(columns)),
    stored: (cell, _, columns) =>
      typeof cell === 'string' && cell.length === longestIn(columns)
        ? // Two texts that may have been cut to this one, with a letter and without.
          ['x', '.'].map((end) => `${cell}${end}`)
        : [],
  },
  {
    id: 'question-marks',
    sentence: 'characters of texts are replaced by `?` when they are served',
    clause: 'EXP-FILT-14',
    isAbout: hasText(/[?\ufffd]/),
    // One letter of each length in UTF-8 beyond ASCII: ä, a Chinese character and an emoji.
    stored: textsWith(/[?\ufffd]/, (text) =>
      ['\u00e4', '\u684c', '\u{1f6cb}'].map((one) => text.replace(/[?\ufffd]+/g, one)),
    ),
  },
  ...(
    [
      ['composed', 'NFC', 'composed'],
      ['decomposed', 'NFD', 'decomposed'],
    ] as const
  ).map(
    ([id, form, named]): ServedOtherwise => ({
      id,
      sentence: `texts are served in the ${named} form of Unicode`,
      clause: 'EXP-FILT-14',
      isAbout: (column) =>
        isOfText(column) &&
        [...column.values.keys()].every(
          (value) => String(value) === String(value).normalize(form),
        ) &&
        (form === 'NFC' || hasText(COMBINED)(column)),
      stored(cell) {
        if (typeof cell !== 'string') return [];
        const other = cell.normalize(form === 'NFC' ? 'NFD' : 'NFC');
        return other === cell ? [] : [other];
      },
    }),
  ),
];

/**
 * A list in the order of the column. Values that may be stored otherwise than they are served may
 * stand anywhere, and so may texts, because the order of texts depends on the collation.
 */
function orderedBy(
  column: Column,
  storedFor: (cell: Value) => readonly Value[],
  question: ProductsQuestion,
  known: Known,
): ListOfRecords | undefined {
  const selected = hasFilter(question)
    ? undefined
    : selectedFrom(known.survey.records, question, known);
  if (selected === undefined) return undefined;
  const size = cut(selected, question, known).length;
  return {
    records: selected,
    fits: (returned) => {
      const cells = returned.flatMap((record) => cellValue(record, column.name) ?? []);
      const isAscending =
        isOfText(column) || mayAscend(cells.map((cell) => [cell, ...storedFor(cell)]));
      const isKnown = unknownAmong(returned, selected, known.survey).length === 0;
      return returned.length === size && isAscending && isKnown;
    },
  };
}

/** Whether one of each of these values may be chosen so that the chosen numbers ascend. */
function mayAscend(choices: readonly (readonly Value[])[]): boolean {
  let least = Number.NEGATIVE_INFINITY;
  for (const choice of choices) {
    // A value that may be stored as another kind, such as null, may stand anywhere.
    if (!choice.every((one) => typeof one === 'number')) continue;
    const next = choice.filter((one) => one >= least);
    if (next.length === 0) return false;
    least = Math.min(...next);
  }
  return true;
}

/** A page of groups, of which several may be served with the same value. */
function groupedBy(
  { name }: Column,
  storedFor: (cell: Value) => readonly Value[],
  question: ProductsQuestion,
  known: Known,
): ListOfRecords | undefined {
  const selected = hasFilter(question)
    ? undefined
    : selectedFrom(known.survey.records, question, known);
  if (selected === undefined || (question.offset ?? 0) !== 0) return undefined;
  const keysOf = (records: readonly ProductRecord[]) =>
    records.map((record) => cellValue(record, name) ?? null);
  const all = new Set(keysOf(selected));
  const limit = Number(question.limit ?? DEFAULT_LIMIT);
  return {
    records: selected,
    fits: (returned) => {
      // Only the column of the groups is compared, because the record of a group may have no other.
      const keys = keysOf(returned);
      const repeated = keys.filter((key, at) => keys.indexOf(key) !== at);
      // A full page need not contain all groups.
      const isWhole = new Set(keys).size === all.size;
      const isFull = returned.length === limit && keys.every((key) => all.has(key));
      return (isWhole || isFull) && repeated.every((key) => storedFor(key).length > 0);
    },
  };
}

/**
 * Whether two operators, or an operator and an order or groups, are wrong on such columns. If one
 * operator or the path alone is wrong, the mistake is a different one.
 */
function isShownByTwo(
  violated: readonly Exchange[],
  isAbout: (name: string) => boolean,
  known: Known,
): boolean {
  const wrong = violated.filter(({ question: { route, ...rest }, compare }) => {
    const part = compare(known).deviation?.part;
    // A wrong order of a filtered list says nothing about its filter.
    const { orderBy, groupBy } = rest;
    const asked = part === 'order' ? { orderBy, groupBy } : rest;
    return typeof route !== 'object' && part !== undefined && namesColumn(asked, isAbout);
  });
  const ways = wrong.flatMap(({ question }) => [
    // One of several criteria may be wrong for another reason.
    ...(criteriaOf(question).length > 1 ? [] : criteriaOf(question)).flatMap(
      ({ column, operator }) => (isAbout(column) ? [positiveOf(operator)] : []),
    ),
    ...(isAbout(question.orderBy ?? '') && !hasFilter(question) ? ['orderBy'] : []),
    ...(isAbout(question.groupBy ?? '') && !hasFilter(question) ? ['groupBy'] : []),
  ]);
  return new Set(ways).size > 1;
}

const isNegated = ({ operator }: Criterion): boolean => isNegation(operator);

/** Values that are stored otherwise than they are served. */
const servedOtherwise = (
  { id, sentence, clause, isAbout, stored, isOfNulls, isShownByGroups }: ServedOtherwise,
  violated: readonly Exchange[],
  known: Known,
): readonly ExportReading[] => {
  const { columns } = known.survey;
  const about = new Map([...columns].filter(([, column]) => isAbout(column, columns)));
  const isOf = (name: string): boolean => about.has(name);
  const areGroupsWrong = violated.some(
    ({ question: { groupBy }, compare }) =>
      isOf(groupBy ?? '') && compare(known).deviation !== undefined,
  );
  if (!isShownByTwo(violated, isOf, known) || (isShownByGroups === true && !areGroupsWrong))
    return [];
  /** Returns `open` for a value if the criterion may select the stored but not the served one. */
  const openFor = (criterion: Criterion, column: Column) => {
    const evaluator = criterionEvaluator(criterion, column, known.comparisonRules);
    return (cell: Value): 'open' | undefined => {
      const served = evaluator(cell);
      const isSame = stored(cell, column, columns).every((one) => evaluator(one) === served);
      return isSame ? undefined : 'open';
    };
  };
  const reading: ExportReading = {
    id: `stored.${id}`,
    clause,
    also: [
      'EXP-FILT-6',
      'EXP-FILT-7',
      'EXP-FILT-8',
      'EXP-FILT-16',
      'EXP-FILT-17',
      'EXP-FILT-18',
      'EXP-SORT-1',
      'EXP-GROUP-1',
      'EXP-ROUTE-3',
    ],
    sentence: `${sentence}: filters and orders use another value than the one that is served`,
    requires: 'a value must be served as it is stored',
    opens: true,
    touches: (question) =>
      namesColumn(question, isOf) || (isOfNulls === true && criteriaOf(question).some(isNegated)),
    instead(criterion) {
      const column = about.get(criterion.column);
      return column === undefined ? undefined : openFor(criterion, column);
    },
    insteadForNull(criterion) {
      if (isOfNulls === true && isNegated(criterion)) return 'open';
      const column = about.get(criterion.column);
      return column === undefined ? undefined : openFor(criterion, column)(null);
    },
    list(question) {
      const group = columnOf(question.groupBy, known);
      const column = group ?? columnOf(question.orderBy, known);
      if (column === undefined || !isOf(column.name)) return undefined;
      const by = group === undefined ? orderedBy : groupedBy;
      return by(column, (cell) => stored(cell, column, columns), question, known);
    },
  };
  return [reading];
};

/** The texts that a served number may be stored as: without and with leading zeros. */
const DIGITS: readonly ((cell: Scalar, longest: number) => string)[] = [
  String,
  (cell, longest) => String(cell).padStart(longest, '0'),
  (cell, longest) => String(cell).padStart(longest + 1, '0'),
];
const MOST_COLUMNS = 4;

/** Texts of digits, such as article numbers, that a serializer serves as numbers. */
function textsAsNumbers(violated: readonly Exchange[], known: Known): readonly ExportReading[] {
  const whole = [...known.survey.columns.values()].filter(
    ({ kind, name, values }) =>
      kind === 'number' &&
      [...values.keys()].every((value) => Number.isInteger(Number(value)) && Number(value) >= 0) &&
      violated.some(({ question }) => namesColumn(question, (other) => other === name)),
  );
  return whole.slice(0, MOST_COLUMNS).flatMap(({ name, values }) => {
    const longest = Math.max(...[...values.keys()].map((value) => String(value).length));
    return DIGITS.map(
      (textOf, at): ExportReading => ({
        id: `stored.text-as-number.${name}.${at}`,
        mistake: `stored.text-as-number.${name}`,
        clause: 'EXP-FILT-2',
        also: ['EXP-FILT-1', 'EXP-FILT-6', 'EXP-FILT-7', 'EXP-SORT-1', 'EXP-ROUTE-3'],
        sentence: `\`${name}\` is compared and sorted as text, although its values are served as numbers`,
        requires: 'numbers must be compared by their value',
        touches: (question) => namesColumn(question, (other) => other === name),
        instead: (criterion) =>
          criterion.column === name
            ? comparedAsTexts(criterion, (cell) => textOf(cell, longest))
            : undefined,
        list(question, facts) {
          const column = columnOf(question.orderBy, facts);
          if (column?.name !== name || hasFilter(question) || question.groupBy !== undefined)
            return undefined;
          const selected = selectedFrom(facts.survey.records, question, facts);
          if (selected === undefined || column.nulls + column.blanks > 0) return undefined;
          const by = sortedBy((value) => textOf(value, longest), column, 'last');
          return {
            records: cut(by.sort(selected), question, facts),
            ties: { keyOf: by.keyOf, among: selected },
          };
        },
      }),
    );
  });
}

export const storedReadings = (
  violated: readonly Exchange[],
  known: Known,
): readonly ExportReading[] => [
  ...SERVED_OTHERWISE.flatMap((one) => servedOtherwise(one, violated, known)),
  ...textsAsNumbers(violated, known),
];
