import type { ExportTarget } from '../../../src/harness/suite.js';
import { JSON_API, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { surveyFor, withoutRange } from '../judge/matching.js';
import { mistakesIn } from '../judge/mistakes.js';
import type { Known } from '../survey/data.js';
import { ACCEPTS, COUNTS, type FactorName } from './conditions.js';

/**
 * The conditions that a request without a mistake brings together, so that what other checks ask counts as rows too. A
 * factor may have a value that is none of the model's; undefined for a request that the model has no place for.
 */
export function conditionsOf(
  asked: ProductsQuestion,
  target: ExportTarget,
  known: Known,
): Readonly<Partial<Record<FactorName, string>>> | undefined {
  const { columns, total } = surveyFor(asked, known);
  const request = withoutRange(asked, known);
  const { route = 'v2', accept = JSON_API, limit, offset, orderBy, filter } = request;
  const isOdd = (request.headers?.length ?? 0) + (request.extra?.length ?? 0) > 0;
  if (isOdd || mistakesIn(target, request)?.length !== 0) return undefined;
  const kindOf = (name: string): string => columns.get(name.replace(/ (?:ASC|asc)$/, ''))?.kind ?? '';
  const [group] = filter?.groups ?? [];
  const [first] = group?.criteria ?? [];
  const nameOf = (names: Readonly<Record<string, unknown>>, value: unknown): string =>
    Object.keys(names).find((name) => names[name] === value) ?? '';
  return {
    route: typeof route === 'object' ? 'filtered' : route,
    accept: nameOf(ACCEPTS, accept),
    limit: String(limit ?? 'none'),
    offset: offset === Math.floor(total / 2) ? 'half' : offset === total - 1 ? 'last' : String(offset ?? 'none'),
    orderBy: orderBy === undefined ? 'none' : kindOf(orderBy),
    groupBy: request.groupBy === undefined ? 'none' : 'column',
    mode: filter?.mode ?? 'none',
    groups: String(filter?.groups.length ?? 0),
    criteria: String(group?.criteria.length ?? 1),
    groupMode: group?.mode ?? 'none',
    operator: first?.operator ?? '=',
    values: nameOf(COUNTS, Array.isArray(first?.value) ? first.value.length : 1),
    kind: first === undefined ? 'number' : kindOf(first.column),
  };
}
