import { expect, it } from 'vitest';
import type { Filter, Group } from '../../../src/protocol/export/filter.js';
import { where } from '../../../src/protocol/export/filter.js';
import { KNOWN, listOf } from '../../../tests/export/exchange-of.js';
import { structureMistakes } from './structures.js';

const [a, b, c] = [where('id', '=', 1), where('id', '=', 2), where('color', '=', 'red')];
const range = where('price', 'NOT BETWEEN', [20, 30]);
const [below, above] = [where('price', '<', 20), where('price', '>', 30)];

/** The filter that a server with this mistake evaluates, as its groups, which are alternatives. */
function alternatives(mistake: string, filter: Filter): readonly Group['criteria'][] | undefined {
  const question = { filter };
  const sentence = `a filter of several criteria: the server ${mistake}`;
  const reading = structureMistakes([listOf(question, [])]).find(
    (one) => one.sentence === sentence && one.touches(question),
  );
  const changed = reading?.question?.(question, KNOWN).filter;
  return changed?.mode === 'OR' ? changed.groups.map(({ criteria }) => criteria) : undefined;
}

it('joins the first criterion of a group of mode OR by OR, too', () => {
  const filter: Filter = {
    mode: 'AND',
    groups: [{ criteria: [a] }, { mode: 'OR', criteria: [b, c] }],
  };
  expect(alternatives('sets no parentheses', filter)).toEqual([[a, b], [c]]);
  expect(
    alternatives(
      'sets no parentheses, and joins every criterion of a group of mode OR by OR',
      filter,
    ),
  ).toEqual([[a], [b], [c]]);
});

it('gives each criterion of a group the first operator and the last value, on its own column', () => {
  const filter: Filter = { mode: 'OR', groups: [{ criteria: [above, c] }, { criteria: [a] }] };
  const mistake =
    'gives all criteria of a group the operator of the first and the value of the last';
  expect(alternatives(mistake, filter)).toEqual([
    [where('price', '>', 'red'), where('color', '>', 'red')],
    [a],
  ]);
});

it('keeps the last criterion on each column of all groups, if AND joins everything', () => {
  const mistake =
    'keeps only the last criterion on each column of all groups, if all modes are AND';
  const changedOf = (filter: Filter) =>
    structureMistakes([listOf({ filter }, [])])
      .find(({ sentence }) => sentence.endsWith(mistake))
      ?.question?.({ filter }, KNOWN).filter?.groups;
  const groups = [{ criteria: [a, c] }, { criteria: [b] }];
  expect(changedOf({ groups })).toEqual([{ criteria: [c, b] }]);
  expect(changedOf({ mode: 'OR', groups })).toEqual(groups);
});

it('joins groups by the mode of the last one', () => {
  const groups: readonly Group[] = [{ criteria: [a] }, { mode: 'OR', criteria: [b, c] }];
  const mistake = 'uses the mode of the last group between groups';
  expect(alternatives(mistake, { mode: 'AND', groups })).toEqual([[a], [b, c]]);
  const withoutMode: Filter = { mode: 'OR', groups: [{ criteria: [b, c] }, { criteria: [a] }] };
  expect(alternatives(mistake, withoutMode)).toEqual([[b, c], [a]]);
  expect(alternatives(`${mistake}, or AND if it has none`, withoutMode)).toBeUndefined();
});

it('splits a group at `NOT BETWEEN`, also beside other groups', () => {
  const mistake = 'sets no parentheses around the two comparisons of `NOT BETWEEN`';
  expect(alternatives(mistake, { groups: [{ criteria: [a, range, c] }] })).toEqual([
    [a, below],
    [above, c],
  ]);
  expect(
    alternatives(mistake, {
      mode: 'AND',
      groups: [{ criteria: [a, range] }, { mode: 'OR', criteria: [b, c] }],
    }),
  ).toEqual([
    [a, below, b],
    [a, below, c],
    [above, b],
    [above, c],
  ]);
});

it('splits the other groups at a `NOT BETWEEN` that is a group of its own', () => {
  const mistake =
    'sets no parentheses around the two comparisons of `NOT BETWEEN`, nor around a group of one criterion';
  const groups: readonly Group[] = [
    { mode: 'OR', criteria: [a, b] },
    { criteria: [range] },
    { criteria: [c] },
  ];
  expect(alternatives(mistake, { mode: 'AND', groups })).toEqual([
    [a, below],
    [b, below],
    [above, c],
  ]);
});

it('keeps the last of several groups that begin with the same column', () => {
  const mistake =
    'keeps only the last of several groups whose first criterion is on the same column';
  const groups = [{ criteria: [a, c] }, { criteria: [c] }, { criteria: [b] }];
  expect(alternatives(mistake, { mode: 'OR', groups })).toEqual([[c], [b]]);
});

it('ignores `IS` behind another criterion', () => {
  const mistake = 'ignores `IS` unless it is the first criterion of its group';
  const isNull = where('color', 'IS', null);
  const groups = [{ criteria: [a, isNull] }, { criteria: [isNull, b] }];
  expect(alternatives(mistake, { mode: 'OR', groups })).toEqual([[a], [isNull, b]]);
});

it('breaks the clause about groups only if groups are combined wrongly', () => {
  const filter: Filter = { groups: [{ criteria: [a, b] }, { criteria: [c] }] };
  const clauseOf = (mistake: string) =>
    structureMistakes([listOf({ filter }, [])]).find(({ sentence }) => sentence.endsWith(mistake))
      ?.clause;
  expect(clauseOf('uses OR for a group without mode')).toBe('EXP-FILT-9');
  expect(clauseOf('uses the mode between groups for a group without mode')).toBe('EXP-FILT-9');
  expect(clauseOf('uses the mode of the last group between groups')).toBe('EXP-FILT-10');
});

it('keeps the first criterion with each operator, if a group has three or more', () => {
  const mistake = 'keeps only the first criterion with each operator of a group of three or more';
  const groups = [{ criteria: [a, below, c] }, { criteria: [b, c] }];
  expect(alternatives(mistake, { mode: 'OR', groups })).toEqual([
    [a, below],
    [b, c],
  ]);
});
