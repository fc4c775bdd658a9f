import { type Check, skip } from '../../../src/harness/index.js';
import { check } from '../check.js';
import type { ClauseId } from '../clauses.js';
import { expectedRecords, judgeRecords, requestRecords } from '../judge/expected-records.js';
import { contrastsOf } from '../mutants/contrasts.js';
import { columnsOf } from '../mutants/distinguishing-criteria.js';
import { chooseQuestions } from '../mutants/fewest-questions.js';
import { structureMutants } from '../mutants/structure-mutants.js';
import type { Semantics } from '../oracle/criterion.js';
import { isAlone } from '../oracle/equality.js';
import { Truths } from '../oracle/filter.js';
import { OPEN, TRUE } from '../oracle/truth.js';
import { type Criterion, type Filter, type Mode, where } from '../request/filter.js';
import { semanticsOf, spellingOf } from '../survey/dialect.js';
import { keyRangeOf } from '../survey/key-range.js';
import { type Survey, surveyOf } from '../survey/survey.js';

/** The shape of a filter: the top-level mode, then for each group its mode and its number of criteria. */
interface Shape {
  readonly mode?: Mode;
  readonly groups: readonly (readonly [mode: Mode | undefined, criteria: number])[];
}

const table: readonly (readonly [string, ClauseId, string, readonly Shape[]])[] = [
  [
    'group-default',
    'EXP-FILT-9',
    'criteria of a group are combined by AND unless its mode says otherwise',
    [{ groups: [[undefined, 2]] }],
  ],
  [
    'group-and',
    'EXP-FILT-9',
    'mode AND combines the criteria of a group',
    [{ groups: [['AND', 2]] }, { groups: [['AND', 3]] }],
  ],
  [
    'group-or',
    'EXP-FILT-9',
    'mode OR combines the criteria of a group',
    [{ groups: [['OR', 2]] }, { groups: [['OR', 3]] }],
  ],
  [
    'top-default',
    'EXP-FILT-10',
    'groups are combined by AND unless the top-level mode says otherwise',
    [
      {
        groups: [
          [undefined, 1],
          [undefined, 1],
        ],
      },
    ],
  ],
  [
    'top-and',
    'EXP-FILT-10',
    'the top-level mode AND combines the groups',
    [
      {
        mode: 'AND',
        groups: [
          [undefined, 1],
          [undefined, 1],
        ],
      },
    ],
  ],
  [
    'top-or',
    'EXP-FILT-10',
    'the top-level mode OR combines the groups',
    [
      {
        mode: 'OR',
        groups: [
          [undefined, 1],
          [undefined, 1],
        ],
      },
      {
        mode: 'OR',
        groups: [
          [undefined, 1],
          [undefined, 1],
          [undefined, 1],
        ],
      },
    ],
  ],
  [
    'or-and-or',
    'EXP-FILT-11',
    '(a OR b) AND (c OR d)',
    [
      {
        mode: 'AND',
        groups: [
          ['OR', 2],
          ['OR', 2],
        ],
      },
      {
        groups: [
          ['OR', 2],
          [undefined, 2],
        ],
      },
    ],
  ],
  [
    'and-or-and',
    'EXP-FILT-11',
    '(a AND b) OR (c AND d)',
    [
      {
        mode: 'OR',
        groups: [
          ['AND', 2],
          ['AND', 2],
        ],
      },
      {
        mode: 'OR',
        groups: [
          [undefined, 2],
          ['OR', 2],
        ],
      },
    ],
  ],
];

/** One check for each combination of modes, on criteria for which AND and OR differ. */
export const modeChecks: readonly Check[] = table.map(([name, clause, title, shapes]) =>
  check({
    id: `export.filter.${name}`,
    clauses: [clause],
    title,
    requests: shapes.length === 1 ? 1 : { least: 1, most: shapes.length },
    async run(context) {
      const range = await keyRangeOf(context);
      const [spelling, semantics] = [await spellingOf(context), await semanticsOf(context)];
      const witnesses: string[] = [];
      for (const shape of shapes.slice(0, context.allowance)) {
        const survey = takesMore(shape) ? range : await surveyOf(context);
        const filter = distinguishingFilter(shape, survey, semantics);
        if (filter === undefined) continue;
        const page = await requestRecords(context, survey, { filter, spelling });
        witnesses.push(judgeRecords(page, expectedRecords(filter, survey, semantics), survey, semantics));
      }
      if (witnesses.length === 0)
        skip('data', 'needs two columns whose values occur in different combinations, so that AND and OR differ');
      return witnesses.join('; ');
    },
  }),
);

/** Whether a filter of this shape has a place for the criteria that pick a part of the data. */
const takesMore = ({ mode, groups }: Shape): boolean =>
  mode !== 'OR' || groups.every(([inner, count]) => inner !== 'OR' || count === 1);

const SAMPLE = 60;

/** The filter of this shape whose right answer differs from those of the most wrong readings. */
export function distinguishingFilter(shape: Shape, survey: Survey, semantics: Semantics): Filter | undefined {
  const truths = new Truths(survey.records.slice(0, SAMPLE), survey.columns, semantics);
  const known = filtersOf(shape, criteriaFor(survey, semantics)).map((filter) => ({ filter, kept: truths.of(filter) }));
  const differing = known.filter(({ kept }) => kept.includes(TRUE) && kept.some((truth) => truth !== TRUE));
  // A single record is kept or left out: wrong readings do the other.
  const candidates = differing.length > 0 ? differing : known.filter(({ kept }) => !kept.includes(OPEN));
  const wrong = Object.entries(structureMutants).map(([name, change]) => ({
    name,
    differs: ({ filter, kept }: (typeof candidates)[number]) => {
      const changed = truths.of(change(filter));
      return kept.some((truth, at) => (changed[at] === TRUE) !== (truth === TRUE));
    },
  }));
  return chooseQuestions(candidates, wrong, 1)[0]?.question.filter;
}

/** Where no column holds two values, criteria that every record satisfies and criteria that none does. */
function criteriaFor(survey: Survey, semantics: Semantics): readonly Criterion[] {
  const simple = simpleCriteria(survey, semantics);
  if (simple.length > 0) return simple;
  return (['=', '>', '<='] as const).flatMap((operator) =>
    contrastsOf(operator, survey).map(({ criterion }) => criterion),
  );
}

/** Criteria of plain equality and order, which the operator checks have judged, half of the records each at best. */
function simpleCriteria(survey: Survey, { equals }: Semantics): readonly Criterion[] {
  const numbers = columnsOf(survey, 'number').slice(0, 3);
  const texts = columnsOf(survey, 'text')
    .filter(({ values }) => values.size <= survey.total / 2)
    .slice(0, 3);
  const common = (values: ReadonlyMap<string | number, number>): readonly (string | number)[] =>
    [...values]
      .filter(([value]) => value !== '')
      .sort(([, a], [, b]) => b - a)
      .slice(0, 3)
      .map(([value]) => value);
  return [
    ...texts.flatMap((column) => {
      const alone = [...column.values].filter(([value]) => isAlone(String(value), column, equals));
      return common(new Map(alone)).map((value) => where(column.name, '=', value));
    }),
    ...numbers.flatMap(({ name, values }) => {
      const sorted = [...values.keys()].map(Number).sort((a, b) => a - b);
      const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
      return [where(name, '>=', at(0.35)), where(name, '<', at(0.65)), where(name, '=', common(values)[0] ?? 0)];
    }),
  ];
}

/** Filters of a shape from a list of criteria, each place taking another stride through it. */
function filtersOf({ mode, groups }: Shape, criteria: readonly Criterion[]): readonly Filter[] {
  const places = groups.reduce((sum, [, count]) => sum + count, 0);
  if (criteria.length < 2) return [];
  return Array.from({ length: 36 }, (_, turn) => {
    let place = 0;
    return {
      mode,
      groups: groups.map(([inner, count]) => ({
        mode: inner,
        criteria: Array.from(
          { length: count },
          () => criteria[(turn * 5 + place++ * (1 + (turn % 7))) % criteria.length],
        ).filter((criterion) => criterion !== undefined),
      })),
    };
  }).filter(
    (filter) =>
      new Set(filter.groups.flatMap(({ criteria: list }) => list.map((criterion) => JSON.stringify(criterion))))
        .size === places,
  );
}
