import { shortened } from '../../src/in-words.js';
import { describeFilter } from '../../src/protocol/export/filter.js';
import { JSON_API, nameRoute, type ProductsQuestion } from '../../src/protocol/export/question.js';
import { describeConditions } from './model/describe-records.js';

/**
 * Describes how a request differs from a plain request: `grouped by color, limit 10, on the v2
 * route`. Leaves out conditions that the sentence `said` already contains.
 */
export function nameConditions(question: ProductsQuestion, said = ''): string {
  const { route = 'v2', accept = JSON_API } = question;
  const conditions = [
    ...identityConditions(question),
    ...describeConditions(question),
    ...(question.search === undefined
      ? []
      : [`the query ${shortened(withBrackets(question.search))}`]),
    ...filterConditions(question),
    ...incompleteFilter(question),
    ...acceptConditions(accept),
  ];
  const unsaid = conditions.filter((one) => !said.includes(one));
  if (conditions.length === 0 && said === '') unsaid.push('the plain list');
  const routeName = nameRoute(route);
  return unsaid.length === 0 ? routeName : `${unsaid.join(', ')}, on ${routeName}`;
}

function identityConditions(question: ProductsQuestion): string[] {
  const { token, destinationId, destination, headers = [] } = question;
  const header =
    destinationId === null ? 'no X-Destination-Id' : `X-Destination-Id ${destinationId}`;
  return [
    ...(token === undefined ? [] : [token === null ? 'no token' : 'another token']),
    ...(destinationId === undefined ? [] : [header]),
    ...(destination === undefined ? [] : [`destination ${destination.id}`]),
    ...headers.slice(0, 1).map(([name]) => (headers.length > 1 ? `${name} and others` : name)),
  ];
}

/** Describes a single criterion in full, and a larger filter by its mode and size. */
function filterConditions({ filter }: ProductsQuestion): string[] {
  if (filter === undefined) return [];
  const { mode, groups } = filter;
  const most = Math.max(0, ...groups.map(({ criteria }) => criteria.length));
  const modes = mode === undefined ? [] : [`mode ${mode}`];
  if (groups.length === 0) return modes;
  if (groups.length === 1 && most === 1) return [...modes, describeFilter(filter)];
  const size = groups.length === 1 ? 'a group of' : `${groups.length} groups of up to`;
  return [...modes, `${size} ${most} ${most === 1 ? 'criterion' : 'criteria'}`];
}

/** The parameters of a filter that is no documented one, such as a criterion without its value. */
function incompleteFilter({ extra = [] }: ProductsQuestion): string[] {
  const parameters = extra.filter(([name]) => name.startsWith('filters'));
  if (parameters.length === 0) return [];
  return [`the query ${shortened(parameters.map((pair) => pair.join('=')).join('&'))}`];
}

/** Brackets are easier to read than their escapes. */
const withBrackets = (search: string): string => search.replace(/%5B/gi, '[').replace(/%5D/gi, ']');

function acceptConditions(accept: string | null): string[] {
  if (accept === JSON_API) return [];
  return [accept === null ? 'without Accept' : `Accept ${accept}`];
}
