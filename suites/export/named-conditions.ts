import type { Header } from '../../src/http/request.js';
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
    ...filterConditions(question, said),
    ...incompleteFilter(question),
    ...acceptConditions(accept),
  ];
  const unsaid = conditions.filter((one) => !isIn(one, said));
  if (conditions.length === 0 && said === '') unsaid.push('the plain list');
  const routeName = nameRoute(route);
  return unsaid.length === 0 ? routeName : `${unsaid.join(', ')}, on ${routeName}`;
}

/** A number in a filter may be sent as a text, so quotation marks are not compared. */
const isIn = (condition: string, said: string): boolean =>
  said.replaceAll('"', '').includes(condition.replaceAll('"', ''));

function identityConditions(question: ProductsQuestion): string[] {
  const { token, destinationId, destination, headers = [], route = 'v2' } = question;
  const name = route === 'v2' ? 'destinationId' : 'X-Destination-Id';
  const id = destinationId === null ? `no ${name}` : `${name} ${destinationId}`;
  return [
    ...(token === undefined ? [] : [nameToken(token)]),
    ...(destinationId === undefined ? [] : [id]),
    ...(destination === undefined ? [] : [`destination ${destination.id}`]),
    ...headers.slice(0, 1).map((one) => nameField(one) + (headers.length > 1 ? ' and others' : '')),
  ];
}

/** Only the value of a second `Accept` line is shown. Values of other fields may be secrets. */
const nameField = ([name, value]: Header): string =>
  name === 'Accept' ? `a second line Accept ${value}` : name;

/** A shorter token may be a secret that is not recognized within a sentence. */
const SHORTEST_SHOWN = 6;
/** A longer token is described by its length. */
const LONGEST_SHOWN = 600;

/** The returned text may contain secrets. They are replaced by their names before it is stored. */
function nameToken(token: string | null): string {
  if (token === null) return 'no token';
  const { length } = token;
  const isShown =
    (length >= SHORTEST_SHOWN && length <= LONGEST_SHOWN) || /[^A-Za-z0-9_-]/.test(token);
  return isShown && length <= LONGEST_SHOWN
    ? `the token ${JSON.stringify(token)}`
    : `a token of ${length} ${length === 1 ? 'character' : 'characters'}`;
}

/** Describes a single criterion in full, and a larger filter that is not `said` by its size. */
function filterConditions({ filter }: ProductsQuestion, said: string): string[] {
  if (filter === undefined) return [];
  const { mode, groups } = filter;
  const most = Math.max(0, ...groups.map(({ criteria }) => criteria.length));
  const modes = mode === undefined ? [] : [`mode ${mode}`];
  if (groups.length === 0) return modes;
  const whole = describeFilter(filter);
  if (isIn(whole, said)) return modes;
  if (groups.length === 1 && most === 1) return [...modes, whole];
  const size = `${most} ${most === 1 ? 'criterion' : 'criteria'}`;
  if (groups.length === 1) return [...modes, `a filter of ${size}`];
  return [...modes, `${groups.length} groups of ${most === 1 ? size : `up to ${size}`}`];
}

/** The parameters of a filter that is not documented, such as a criterion without its value. */
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
