/**
 * Converts an HTTP request to a products question, which describes the request without HTTP
 * details.
 */

import type { Header, Request } from '../../http/request.js';
import { memoized, memoizedByObject } from '../../memoized.js';
import type { ExportTarget } from '../../settings/export-target.js';
import { isUndecodable } from '../hostile.js';
import { type Criterion, type Filter, type Mode, operators, takes } from './filter.js';
import type { Query, WireEncoding } from './query-string.js';
import {
  DESTINATION_HEADER,
  isByHeader,
  JSON_API,
  type ProductsQuestion,
  type Route,
  TOKEN_HEADER,
} from './question.js';

/**
 * Returns undefined for another host or base path. Members with the usual value are left out, such
 * as the method GET, the configured site and channel, and the right token of the destination.
 * Filter values are texts. A request is read once, because judging and the search for missing
 * features both need its question.
 */
export const readQuestion = (
  request: Request,
  target: ExportTarget,
): ProductsQuestion | undefined => readerFor(target)(request);

const readerFor = memoizedByObject((target: ExportTarget) =>
  memoizedByObject((request: Request) => questionIn(request, target)),
);

function questionIn(request: Request, target: ExportTarget): ProductsQuestion | undefined {
  const { url, method = 'GET', headers = [] } = request;
  // A query may contain further question marks (RFC 3986 section 3.4).
  const [path = '', search = ''] = url.split(/\?(.*)/s);
  if (!path.startsWith(`${target.baseUrl}/`)) return undefined;
  const read = routeOf(path.slice(target.baseUrl.length));
  const question: ProductsQuestion = {
    route: read.route === 'v2' ? undefined : read.route,
    method: method === 'GET' ? undefined : method,
    siteId: read.siteId === String(target.siteId) ? undefined : read.siteId,
    channelId: read.channelId === String(target.channelId) ? undefined : read.channelId,
    ...readHeaders(headers, read, target),
    ...readQuery(search),
  };
  return Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined));
}

function readHeaders(
  headers: readonly Header[],
  { route, destination: inPath }: ReadRoute,
  target: ExportTarget,
): ProductsQuestion {
  const fieldOf = (name: string): Header | undefined => headers.find(([other]) => other === name);
  const byHeader = isByHeader(route) ? fieldOf(DESTINATION_HEADER) : undefined;
  const used = [fieldOf('Accept'), fieldOf(TOKEN_HEADER), byHeader];
  const accept = fieldOf('Accept')?.[1] ?? null;
  const token = fieldOf(TOKEN_HEADER)?.[1] ?? null;
  const written = isByHeader(route) ? (byHeader?.[1] ?? null) : inPath;
  const known = [target.destination, target.otherDestination, target.emptyDestination];
  const destination = known.find((one) => one !== undefined && String(one.id) === written);
  const rest = headers.filter((field) => !used.includes(field));
  const right = route === 'root' ? null : (destination ?? target.destination)?.token;
  return {
    accept: accept === JSON_API ? undefined : accept,
    token: token === right ? undefined : token,
    destination: destination?.id === target.destination?.id ? undefined : destination,
    destinationId: destination === undefined ? written : undefined,
    headers: rest.length === 0 ? undefined : rest,
  };
}

/** A route, and the ids in its path. `destination` is the id of the destination. */
type ReadRoute = { readonly route: Route } & Partial<
  Readonly<Record<'siteId' | 'channelId' | 'destination', string>>
>;

/** A path that matches no known route becomes the route `{ path }`. */
function routeOf(path: string): ReadRoute {
  if (path === '/') return { route: 'root' };
  const segments = path.slice(1).split('/');
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = '', seventh] =
    segments;
  const isV2 =
    first === 'sites' && third === 'channels' && fifth === 'destinations' && seventh === 'products';
  if (segments.length === 7 && isV2)
    return { route: 'v2', siteId: second, channelId: fourth, destination: sixth };
  if (segments.includes('') || first === 'sites') return { route: { path } };
  if (segments.length === 2) return { route: 'legacy', siteId: first, channelId: second };
  const column = decoded(third);
  const values = fourth.split(',').map(decoded);
  if (segments.length !== 4 || column === undefined || values.includes(undefined))
    return { route: { path } };
  const route = { column, value: values.join(',') };
  return {
    route: fourth.includes('+') ? { ...route, rawPlus: true } : route,
    siteId: first,
    channelId: second,
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const isMode = (value: string | undefined): value is Mode => value === 'AND' || value === 'OR';

/** The results of longer queries, in characters, are not kept. */
const LONGEST_KEPT = 10_000;

/** Reads a query once, because the judge and the diagnosis read the same requests. */
const readQuery = (search: string): ProductsQuestion =>
  search.length > LONGEST_KEPT ? readQueryAnew(search) : readQueryOnce(search);

const readQueryOnce = memoized(readQueryAnew, 5000);

/**
 * `search` is the query string without `?`. Unknown parameters, repeated parameters and incomplete
 * filters become `extra`, unchanged.
 */
function readQueryAnew(search: string): ProductsQuestion {
  if (isUndecodable(search)) return { search };
  const pairs = [...new URLSearchParams(search)];
  const count = (name: string): number => pairs.filter(([other]) => other === name).length;
  const simple = new Map(pairs.filter(([name]) => SIMPLE.includes(name) && count(name) === 1));
  // Other texts, such as `007`, stay as they are. A number of 15 digits is always exact.
  const numberIn = (value: string | undefined): number | string | undefined =>
    value !== undefined && /^(?:0|-?[1-9]\d{0,14})$/.test(value) ? Number(value) : value;
  const bracketed = pairs.filter(([name]) => name.startsWith('filters'));
  const read = readFilter(bracketed);
  const mode = simple.get('mode');
  const isFilterReadable = read !== undefined && (mode === undefined || isMode(mode));
  const isRead = (name: string): boolean => {
    if (name.startsWith('filters')) return isFilterReadable;
    if (name === 'mode') return isFilterReadable && simple.has(name);
    return simple.has(name);
  };
  const extra = pairs.filter(([name]) => !isRead(name));
  const isFiltered = isFilterReadable && (bracketed.length > 0 || mode !== undefined);
  return {
    limit: numberIn(simple.get('limit')),
    offset: numberIn(simple.get('offset')),
    orderBy: simple.get('orderBy'),
    groupBy: simple.get('groupBy'),
    filter: isFiltered ? { ...(isMode(mode) ? { mode } : {}), groups: read.groups } : undefined,
    wireEncoding: isFiltered ? { ...read.wireEncoding, ...escapesIn(search) } : undefined,
    extra: extra.length === 0 ? undefined : extra,
  };
}

/** The parameters without brackets. */
const SIMPLE = ['limit', 'offset', 'orderBy', 'groupBy', 'mode'];

/** How the values are written. The patterns match only in values, and not in names. */
const escapesIn = (search: string): Pick<WireEncoding, 'blank' | 'lowerCase' | 'rawSemicolon'> => ({
  ...(/=[^&]*;/.test(search) ? { rawSemicolon: true } : {}),
  ...(search.includes('+') ? { blank: '+' } : {}),
  ...(/=[^&]*%(?:[a-f][0-9A-Fa-f]|[0-9A-F][a-f])/.test(search) ? { lowerCase: true } : {}),
});

/** Matches the name of a parameter, such as `filters[0][criteria][1][value][2]`. */
const PART =
  /^filters\[(\d+)\](?:\[mode\]|\[criteria\]\[(\d+)\]\[(column|operator|value)\](?:\[(\d*)\])?)$/;

interface ReadGroups {
  readonly groups: Filter['groups'];
  readonly wireEncoding: WireEncoding;
}

/**
 * Returns undefined if the groups do not appear in the order of their numbers from 0, or if a group
 * cannot be read.
 */
function readFilter(pairs: NonNullable<Query['extra']>): ReadGroups | undefined {
  const groups = new Map<number, GroupParts>();
  for (const [name, value] of pairs) if (!readPart(groups, name, value)) return undefined;
  let encoding: Partial<WireEncoding> = {};
  const read: Filter['groups'][number][] = [];
  for (const [at, parts] of groups) {
    const group = at === read.length ? readGroup(parts) : undefined;
    if (group === undefined) return undefined;
    encoding = { ...group.encoding, ...encoding };
    read.push(group.group);
  }
  return {
    groups: read,
    wireEncoding: { arrayEncoding: 'indexed', nullSpelling: 'NULL', ...encoding },
  };
}

/** Returns false if the parameter is not part of a filter or repeats a part. */
function readPart(groups: Map<number, GroupParts>, name: string, value: string): boolean {
  const [, group, criterion, part, index] = PART.exec(name) ?? [];
  if (group === undefined) return false;
  const groupParts = groups.get(Number(group)) ?? { criteria: new Map<number, Parts>() };
  groups.set(Number(group), groupParts);
  if (part === undefined || criterion === undefined) {
    if (!isMode(value) || groupParts.mode !== undefined) return false;
    groupParts.mode = value;
    return true;
  }
  const parts = groupParts.criteria.get(Number(criterion)) ?? {};
  groupParts.criteria.set(Number(criterion), parts);
  if (part === 'value') {
    parts.values = [...(parts.values ?? []), [index, value]];
    return true;
  }
  const key = part as 'column' | 'operator';
  if (index !== undefined || parts[key] !== undefined) return false;
  parts[key] = value;
  return true;
}

/**
 * Returns undefined if the criteria do not appear in the order of their numbers from 0, or if one
 * of them cannot be read.
 */
function readGroup({ mode, criteria }: GroupParts) {
  if (criteria.size === 0) return undefined;
  let encoding: Partial<WireEncoding> = {};
  const list: Criterion[] = [];
  for (const [number, parts] of criteria) {
    const made = number === list.length ? readCriterion(parts) : undefined;
    if (made === undefined) return undefined;
    encoding = { ...made.encoding, ...encoding };
    list.push(made.criterion);
  }
  const group = { ...(mode === undefined ? {} : { mode }), criteria: list };
  return { group, encoding };
}

/** The parameters of one group. The key of a criterion is its number in the query. */
interface GroupParts {
  mode?: Mode;
  readonly criteria: Map<number, Parts>;
}

interface Parts {
  column?: string;
  operator?: string;
  values?: readonly (readonly [index: string | undefined, value: string])[];
}

/**
 * `encoding` describes how the criterion writes a list, or how it writes null. Returns undefined if
 * the criterion cannot be read.
 */
function readCriterion(
  parts: Parts,
): { criterion: Criterion; encoding?: Partial<WireEncoding> } | undefined {
  const { column, operator: name, values = [] } = parts;
  const operator = operators.find((one) => one === name);
  const [[index, first] = []] = values;
  if (column === undefined || operator === undefined || first === undefined) return undefined;
  if (index !== undefined) {
    const isIndexed = values.every(([written], at) => written === String(at));
    if (!isIndexed && values.some(([written]) => written !== '')) return undefined;
    const value = values.map(([, one]) => one);
    const arrayEncoding = isIndexed ? 'indexed' : 'empty-brackets';
    return { criterion: { column, operator, value }, encoding: { arrayEncoding } };
  }
  if (values.length > 1) return undefined;
  if (takes(operator, 'null'))
    return { criterion: { column, operator, value: null }, encoding: { nullSpelling: first } };
  return takes(operator, 'list', 'range') && first.includes(',')
    ? {
        criterion: { column, operator, value: first.split(',') },
        encoding: { arrayEncoding: 'comma' },
      }
    : { criterion: { column, operator, value: first } };
}
