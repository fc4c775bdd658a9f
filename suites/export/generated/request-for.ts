import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { exportOf } from '../ask.js';
import { registered, tokensFor } from '../authentication/token.js';
import { matching, within } from '../judge/matching.js';
import { groupable } from '../mutants/column-mutants.js';
import { pick } from '../mutants/simple-criteria.js';
import { cellValue, holdsDays } from '../oracle/column.js';
import { sortable } from '../survey/columns.js';
import type { Known } from '../survey/data.js';
import { ACCEPTS, type Conditions, MISTAKES } from './conditions.js';
import { filterFor, type Material } from './filter-for.js';

/** The request that brings the conditions together; undefined where the data has no values for it. */
export function requestFor(conditions: Required<Conditions>, material: Material): ProductsQuestion | undefined {
  const { known, context, random } = material;
  const { survey, orderBy } = known;
  const filter = conditions.groups === '0' ? undefined : filterFor(conditions, material);
  if (conditions.groups !== '0' && filter === undefined) return undefined;
  const filtered = conditions.route === 'filtered' ? pick(material.filtered, random) : undefined;
  if (conditions.route === 'filtered' && filtered === undefined) return undefined;
  const ordering = [
    ...sortable(survey).filter(({ kind }) => kind === conditions.orderBy),
    // Dates of ISO 8601 are ordered as text is, in every collation.
    ...(conditions.orderBy === 'text' ? [...survey.columns.values()].filter((column) => holdsDays(column)) : []),
  ];
  const by = pick(ordering, random);
  const group = conditions.groupBy === 'none' ? undefined : pick(groupable(survey), random);
  if (conditions.groupBy !== 'none' && group === undefined) return undefined;
  const mistake = MISTAKES[conditions.mistake](exportOf(context), () => {
    const near = pick(tokensFor(context, 'export.auth.token-near'), random);
    return registered(context, near === undefined ? [] : [near])[0];
  });
  if (mistake === undefined) return undefined;
  const request: ProductsQuestion = {
    route: filtered ?? (conditions.route === 'legacy' ? 'legacy' : 'v2'),
    accept: ACCEPTS[conditions.accept],
    limit: conditions.limit === 'none' ? undefined : Number(conditions.limit),
    orderBy: by === undefined ? undefined : orderBy(by),
    groupBy: group?.name,
    filter: filter ?? (conditions.mode === 'none' ? undefined : { mode: conditions.mode, groups: [] }),
    wireEncoding: known.wireEncoding,
    ...mistake,
  };
  const placed = isPlaced(request, material) ? within(known, request) : request;
  return { ...placed, offset: offsetFor(conditions, () => matchesOf(placed, known)) };
}

/** Whether a request is asked inside the key range, where there is one: filters always, orders and groups in turn. */
const isPlaced = ({ filter, orderBy, groupBy }: ProductsQuestion, { known, random }: Material): boolean =>
  known.survey.keyRange !== undefined &&
  ((filter?.groups.length ?? 0) > 0 || ((orderBy ?? groupBy) !== undefined && random() < 0.5));

/** How many records or groups there are to page through: an offset past them shows nothing. */
function matchesOf(request: ProductsQuestion, known: Known): number {
  const { required } = matching(request, known);
  const { groupBy } = request;
  return groupBy === undefined ? required.length : new Set(required.map((record) => cellValue(record, groupBy))).size;
}

function offsetFor({ offset }: Required<Conditions>, count: () => number): number | undefined {
  if (offset === 'none') return undefined;
  const matches = count();
  if (offset === 'half') return Math.floor(matches / 2);
  const last = Math.max(0, matches - 1);
  return offset === 'last' ? last : Math.min(Number(offset), last);
}
