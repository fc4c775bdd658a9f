import type { Criterion, Filter, Group, Mode } from '../../../src/protocol/export/filter.js';
import { structureMutants } from '../mutants/structure-mutants.js';
import { Truths } from '../oracle/filter.js';
import { membership, OPEN, TRUE } from '../oracle/truth.js';
import type { Known } from '../survey/data.js';
import type { Conditions } from './conditions.js';
import { mainCriterion, simpleCriterion } from './criterion-for.js';
import type { Material } from './material.js';

const TRIES = 4;

/** A filter of the shape, on values for which as many wrong readings of its structure as possible give another answer. */
export function filterFor(conditions: Required<Conditions>, material: Material): Filter | undefined {
  // A single criterion has no structure to tell apart.
  const single = conditions.groups === '1' && conditions.criteria === '1';
  let best: Filter | undefined;
  let most = -1;
  for (let turn = 0; turn < TRIES; turn += 1) {
    const filter = someFilter(conditions, material);
    if (filter === undefined) return best;
    const told = tellsApart(filter, material.known);
    if (told > most) [best, most] = [filter, told];
    if (single && told > 0) break;
  }
  return best;
}

/** Records that filters are told apart by. */
const SAMPLE = 40;

/** How many faulty readings of a filter's structure its answer rules out; none where it keeps nothing or everything. */
function tellsApart(filter: Filter, { survey, comparisonRules }: Known): number {
  const truths = new Truths(survey.records.slice(0, SAMPLE), survey.columns, comparisonRules);
  const kept = truths.of(filter);
  const open = kept.filter((truth) => membership(truth) === 'open').length;
  if (!kept.includes(TRUE) || kept.every((truth) => truth === TRUE)) return open > 0 ? -1 : 0;
  const told = Object.values(structureMutants).filter((change) =>
    truths.of(change(filter)).some((truth, at) => membership(truth) !== membership(kept[at] ?? OPEN)),
  );
  return 1 + told.length - 3 * open;
}

function someFilter(conditions: Required<Conditions>, material: Material): Filter | undefined {
  const groups: Group[] = [];
  const [count, size] = [Number(conditions.groups), Number(conditions.criteria)];
  // The row's own operator stands anywhere: some servers go wrong from the second criterion or group on.
  const main = Math.floor(material.random() * count * size);
  const mode = conditions.groupMode === 'none' ? undefined : conditions.groupMode;
  for (let group = 0; group < count; group += 1) {
    const criteria: Criterion[] = [];
    for (let place = 0; place < size; place += 1) {
      const at = group * size + place;
      const last = at === count * size - 1;
      const made =
        at === main ? mainCriterion(conditions, material) : simpleCriterion(material, last, keeps(conditions, mode));
      if (made === undefined) return undefined;
      criteria.push(made);
    }
    groups.push({ mode, criteria });
  }
  return { mode: conditions.mode === 'none' ? undefined : (conditions.mode as Mode), groups };
}

/** Whether criteria should keep most records or few, so that many of them together still keep some and leave out some. */
const keeps = ({ mode, groups, criteria }: Required<Conditions>, inner: Mode | undefined): 'most' | 'few' => {
  const joined = (inner ?? 'AND') === 'AND' && Number(criteria) > 1;
  const across = (mode === 'none' ? 'AND' : mode) === 'AND' && Number(groups) > 1;
  return joined || across ? 'most' : 'few';
};
