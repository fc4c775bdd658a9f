import { isUnknown, JSON_API, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ExportTarget } from '../../../src/settings/target.js';
import { surveyFor, withoutRange } from '../judge/matching.js';
import { mistakesIn } from '../judge/mistakes.js';
import type { Known } from '../known.js';
import type { Conditions } from './conditions.js';

/**
 * The conditions that a request without a mistake brings together, so that what other checks ask counts as rows too. A
 * factor whose value is none of the model's is left out; undefined for a request that the model has no place for.
 */
export function conditionsOf(asked: ProductsQuestion, target: ExportTarget, known: Known): Conditions | undefined {
  const { columns, total } = surveyFor(asked, known);
  const request = withoutRange(asked, known);
  const {
    route = 'v2',
    accept = JSON_API,
    limit,
    offset,
    orderBy,
    groupBy,
    filter,
    headers = [],
    extra = [],
  } = request;
  const mistakes = mistakesIn(target, request);
  if (mistakes === undefined || mistakes.length > 0 || headers.length > 0 || extra.length > 0) return undefined;
  const other = request.destination !== undefined && request.destination.id === target.otherDestination?.id;
  const kindOf = (name: string | undefined): 'number' | 'text' | undefined => {
    const kind = columns.get(name?.replace(/ (?:ASC|asc)$/, '') ?? '')?.kind;
    return kind === 'number' || kind === 'text' ? kind : undefined;
  };
  const groups = filter?.groups ?? [];
  const [first] = groups[0]?.criteria ?? [];
  const size = typeof first?.value === 'object' && first.value !== null ? first.value.length : 1;
  return {
    route: route === 'v2' || route === 'legacy' ? route : isUnknown(route) ? 'unknown' : 'filtered',
    ...(accept === JSON_API
      ? { accept: 'json-api' }
      : accept === PLAIN
        ? { accept: 'plain' }
        : accept === null
          ? { accept: 'none' }
          : {}),
    token: 'valid',
    destination: other ? 'another' : 'own',
    ...among('limit', limit, ['1', '2', '7', '99', '100']),
    ...(offset === Math.floor(total / 2)
      ? { offset: 'half' as const }
      : offset === total - 1
        ? { offset: 'last' as const }
        : among('offset', offset, ['1', '100'])),
    ...(orderBy === undefined ? { orderBy: 'none' as const } : only('orderBy', kindOf(orderBy))),
    groupBy: groupBy === undefined ? 'none' : 'column',
    mode: filter?.mode ?? 'none',
    ...among('groups', groups.length, ['0', '1', '2', '3', '4', '5']),
    ...(groups.length === 0
      ? { criteria: '1' as const }
      : among('criteria', groups[0]?.criteria.length, ['1', '2', '3', '4', '5'])),
    groupMode: groups[0]?.mode ?? 'none',
    operator: first?.operator ?? '=',
    ...(size === 1
      ? { values: 'one' as const }
      : size === 2
        ? { values: 'two' as const }
        : size === 20
          ? { values: 'twenty' as const }
          : {}),
    ...(first === undefined ? { kind: 'number' as const } : only('kind', kindOf(first.column))),
  } as Conditions;
}

function among(
  name: string,
  value: number | string | undefined,
  known: readonly string[],
): Readonly<Record<string, string>> {
  if (value === undefined) return { [name]: 'none' };
  return known.includes(String(value)) ? { [name]: String(value) } : {};
}

const only = (name: string, value: string | undefined): Readonly<Record<string, string>> =>
  value === undefined ? {} : { [name]: value };
