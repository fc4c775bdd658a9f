import {
  type Criterion,
  type Filter,
  type Mode,
  type PositiveOperator,
  type Scalar,
  where,
} from '../../../src/protocol/export/filter.js';
import { fitColumns } from '../model/columns.js';
import type { Known, Survey } from '../model/data.js';
import { expectedRecords, isSure } from '../model/expected-records.js';
import { type Column, cellValue, mayBeEnumeration } from '../model/oracle/column.js';
import { keptFor } from '../model/oracle/memoized.js';
import { candidates, kindsFor, sample } from '../wrong-readings/candidate-values.js';
import { keptForData } from '../wrong-readings/distinguishing-criteria.js';
import { CONTRARIES, operatorReadings } from '../wrong-readings/operator-readings.js';
import { sortsOf } from './filtered.js';

/** Criteria of a filter of many: more than ten, and short enough for every server's line. */
const MANY = 16;
/** Values of a column that each operator is tried with. */
const TRIED = 16;
/** A longer text, in characters, or a longer list is no part of it. */
const LONGEST = 24;

/**
 * Criteria of every operator in one filter, in one group or each in its own, each of which counts:
 * where one is read wrongly, a record is lost or comes that no other has to do with. Undefined
 * where the data has no three of them.
 */
export function filterOfMany(
  mode: Mode,
  of: 'criteria' | 'groups',
  known: Known,
): Filter | undefined {
  const { survey } = known;
  const chosen = keptSets(survey, mode, () => setsIn(survey, mode))[of === 'groups' ? 0 : 1] ?? [];
  const criteria = chosen.filter((criterion) => isSure(criterion, known));
  if (criteria.length < 3) return undefined;
  const filter: Filter =
    of === 'criteria'
      ? { groups: [{ mode, criteria }] }
      : { mode, groups: criteria.map((criterion) => ({ criteria: [criterion] })) };
  // What gives nothing, or everything, says too little: a column that is null may leave out the
  // only record.
  const { length } = expectedRecords(filter, survey, known.comparisonRules).required;
  return length > 0 && length < survey.records.length ? filter : undefined;
}

/** A criterion, the records that satisfy it, and those that show a wrong reading of it. */
interface Candidate {
  readonly criterion: Criterion;
  readonly holds: readonly number[];
  readonly shows: ReadonlyMap<string, readonly number[]>;
}

const keptSets = keptForData<readonly (readonly Criterion[])[]>();

/** Two sets of criteria for a mode, the second of which shows what the first does not. */
function setsIn(survey: Survey, mode: Mode): readonly (readonly Criterion[])[] {
  const all = candidatesIn(survey).flatMap(({ column, found }) =>
    // A record that is null in a column is left out by every negation on it, whatever the others
    // say.
    mode === 'AND' && column.nulls * 8 > survey.records.length ? [] : found,
  );
  const seen = new Set<string>();
  const total = survey.records.length;
  const sets = [standingTogether(all, seen, total), standingTogether(all, seen, total)];
  const contrary = (one: Criterion): Criterion => ({
    ...one,
    operator: CONTRARIES[one.operator] ?? one.operator,
  });
  return mode === 'OR' ? sets : sets.map((set) => set.map(contrary));
}

/** The criteria that there are on some columns of each kind; made once for both modes. */
const candidatesIn = keptFor((survey: Survey) =>
  [...fitColumns(survey, 'number').slice(0, 2), ...fitColumns(survey, 'text').slice(0, 3)]
    .filter((column) => !mayBeEnumeration(column))
    .map((column) => ({ column, found: candidatesOn(column, survey) })),
);

/**
 * As many criteria as show what was not seen yet, none of which hides what another shows; some
 * record satisfies none.
 */
function standingTogether(
  all: readonly Candidate[],
  seen: Set<string>,
  total: number,
): readonly Criterion[] {
  const chosen: Criterion[] = [];
  const [held, witnesses] = [new Set<number>(), new Set<number>()];
  while (chosen.length < MANY) {
    let best:
      | { readonly candidate: Candidate; readonly fresh: readonly (readonly [string, number])[] }
      | undefined;
    for (const candidate of all) {
      const more = candidate.holds.filter((record) => !held.has(record)).length;
      if (more === 0 || held.size + more >= total) continue;
      if (candidate.holds.some((record) => witnesses.has(record))) continue;
      const fresh = [...candidate.shows].flatMap(
        ([fault, records]): readonly (readonly [string, number])[] => {
          const witness = seen.has(fault) ? undefined : records.find((record) => !held.has(record));
          return witness === undefined ? [] : [[fault, witness]];
        },
      );
      if (fresh.length > (best?.fresh.length ?? 0)) best = { candidate, fresh };
    }
    if (best === undefined) break;
    const { candidate, fresh } = best;
    chosen.push(candidate.criterion);
    for (const [fault, witness] of fresh) {
      seen.add(fault);
      witnesses.add(witness);
    }
    // Where it is ignored, one of its own is lost.
    for (const record of candidate.holds.filter((one) => !held.has(one)).slice(0, 1))
      witnesses.add(record);
    for (const record of candidate.holds) held.add(record);
  }
  return chosen;
}

/** What few records satisfy, of each operator. */
function candidatesOn(column: Column, { records }: Survey): readonly Candidate[] {
  const places = new Map<Scalar, number[]>();
  for (const [at, record] of records.entries()) {
    const value = cellValue(record, column.name);
    if (value === null || value === undefined) continue;
    places.set(value, [...(places.get(value) ?? []), at]);
  }
  const someOf = (value: Scalar): readonly number[] => (places.get(value) ?? []).slice(0, 4);
  const [sampled, few] = [sample(column), Math.max(1, records.length / 12)];
  const operators = Object.keys(operatorReadings) as PositiveOperator[];
  return operators
    .filter((operator) => kindsFor(operator).includes(column.kind === 'number' ? 'number' : 'text'))
    .flatMap((operator) => {
      const { right, wrong } = operatorReadings[operator];
      const values = candidates(operator, column, ({ length }) => length <= LONGEST);
      const step = Math.ceil(values.length / TRIED);
      return values.flatMap((value, nth): readonly Candidate[] => {
        if (nth % step !== 0) return [];
        const isHeld = right(value);
        if (JSON.stringify(value).length > 4 * LONGEST || sampled.filter(isHeld).length > few)
          return [];
        const kept = [...places.keys()].filter(isHeld);
        const holds = kept.flatMap((one) => places.get(one) ?? []);
        if (holds.length === 0 || holds.length > few) return [];
        const shows = new Map<string, readonly number[]>();
        for (const [name, reading] of Object.entries(wrong)) {
          const isRead = reading(value);
          const differing = sampled.find((one) => isRead(one) !== isHeld(one));
          if (differing !== undefined) shows.set(`${operator} ${name}`, someOf(differing));
        }
        for (const held of kept)
          for (const sort of sortsOf(String(held)))
            if (!shows.has(`${operator} ${sort}`)) shows.set(`${operator} ${sort}`, someOf(held));
        return [{ criterion: where(column.name, operator, value), holds, shows }];
      });
    });
}
