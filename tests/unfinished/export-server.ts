import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * An export API written from the document alone, as somebody writes one in an afternoon: nothing of
 * Assay is used. Parts of it can be left out.
 */

/**
 * What the server may be without, and how: a part that is ignored is read as if it were not in the
 * request.
 */
export const PARTS = {
  'legacy routes': ['refused'],
  'legacy filtered route': ['refused', 'ignored'],
  filters: ['refused', 'ignored'],
  orderBy: ['refused', 'ignored'],
  groupBy: ['refused', 'ignored'],
  limit: ['ignored'],
  offset: ['ignored'],
  comparison: ['refused', 'ignored'],
  like: ['refused', 'ignored'],
  lists: ['refused', 'ignored'],
  ranges: ['refused', 'ignored'],
} as const satisfies Readonly<Record<string, readonly ('refused' | 'ignored')[]>>;
export type Part = keyof typeof PARTS;
export type Without = Partial<Readonly<Record<Part, 'refused' | 'ignored'>>>;

/** The operators of each part. */
export const OPERATORS: Partial<Readonly<Record<Part, readonly string[]>>> = {
  comparison: ['>', '<', '>=', '<='],
  like: ['LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE'],
  lists: ['IN', 'NOT IN'],
  ranges: ['BETWEEN', 'NOT BETWEEN'],
};

type Cell = string | number | null;
type Product = Readonly<Record<string, Cell>>;

const COLORS = ['red', 'blue', 'Green', null, 'light blue'];
const PRODUCTS: readonly Product[] = Array.from({ length: 140 }, (_, index) => ({
  id: 11 + index * 3,
  name: `Product ${(index * 37) % 140} of ${index % 2 === 0 ? 'wood' : 'steel'}`,
  price: ((index * 53) % 97) / 4,
  color: COLORS[index % COLORS.length] ?? null,
  category: ['tables', 'chairs', 'lamps'][(index >> 2) % 3] ?? null,
}));

/**
 * What the server may do wrong, each at one place of its code, as a programmer would: what shares
 * that code is wrong as well.
 */
export const BUGS = [
  'the total is the size of the page',
  'the total ignores filters',
  'the total is one too many',
  'the limit is one too many',
  'the offset is a number of pages',
  'the limit and the offset are applied before filters',
  'the limit and the offset are applied before orders',
  'the default limit is 50',
  'orders compare numbers as text',
  'the mode of a group is ignored',
  'the mode of all groups is ignored',
  'of several groups only the last is used',
  'of several criteria only the first is used',
  'negated operators match nulls',
  'equality ignores case',
  'numbers are compared as text',
  'comparisons include equality',
  'an underscore of a pattern is literal',
  'a pattern may match a part of a value',
  'patterns ignore case',
  'lists use only their first value',
  'ranges exclude their ends',
  'IS NULL and IS NOT NULL are swapped',
  'a token that is not authorized is answered 401',
  'an unknown route is answered 400',
  'a plus of a query is literal',
  'errors have the status 200',
  'the list is always an envelope',
] as const;
export type Bug = (typeof BUGS)[number];

/** The parts that a server is without, and what it does wrong. */
export interface Faults {
  readonly without?: Without;
  readonly bugs?: readonly Bug[];
}

class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export const TOKEN = 'unfinished-token-1';

/** Starts the server with some faults; `baseUrl` is its address. */
export async function startUnfinished({ without = {}, bugs = [] }: Faults) {
  const service: Service = { without, has: (bug) => bugs.includes(bug) };
  const server = http.createServer((request, response) => {
    const written = request.url ?? '/';
    const address = service.has('a plus of a query is literal')
      ? written.replaceAll('+', '%2B')
      : written;
    const url = new URL(`http://unfinished${address}`);
    const isEnvelope =
      service.has('the list is always an envelope') || acceptsJsonApi(request.headers.accept ?? '');
    const type = isEnvelope ? 'application/vnd.api+json' : 'application/json';
    const send = (status: number, body: unknown): void => {
      const challenge = status === 401 ? { 'WWW-Authenticate': 'X-EA-Auth-Token' } : {};
      response.writeHead(status, { 'Content-Type': type, ...challenge });
      response.end(JSON.stringify(body));
    };
    if (url.pathname === '/') {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end('<p>Welcome to the export API</p>');
      return;
    }
    try {
      const { records, total, limit, offset } = respond(url, request.headers, service);
      send(200, isEnvelope ? { data: records, meta: { total, limit, offset } } : records);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { status, message } = error;
      const errors = [{ status, title: http.STATUS_CODES[status], detail: message }];
      const sent = service.has('errors have the status 200') ? 200 : status;
      send(sent, isEnvelope ? { errors } : { error: message });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const isRefusedRange = (range: string): boolean => /; *q=0(\.0*)? *(;|$)/i.test(range);

/** JSON:API is named, or everything is accepted but the plain format. */
function acceptsJsonApi(accept: string): boolean {
  const ranges = accept.split(',');
  const accepts = (type: RegExp): boolean =>
    ranges.some((range) => type.test(range) && !isRefusedRange(range));
  if (accepts(/^ *application\/vnd\.api\+json *(;|$)/i)) return true;
  const refusesPlain = ranges.some(
    (range) => /^ *application\/json *(;|$)/i.test(range) && isRefusedRange(range),
  );
  return refusesPlain && accepts(/^ *\*\/\*/);
}

/** A server: the parts that it is without, and its bugs. */
interface Service {
  readonly without: Without;
  readonly has: (bug: Bug) => boolean;
}

function respond(url: URL, headers: http.IncomingHttpHeaders, service: Service) {
  const { without, has } = service;
  const selected = routed(url, headers, service);
  const query = url.searchParams;
  const isUsed = (name: Part): boolean => {
    const isGiven =
      name === 'filters'
        ? [...query.keys()].some((key) => key.startsWith('filters'))
        : query.has(name);
    if (!isGiven) return false;
    if (without[name] === 'refused') throw new Refused(400, `${name} is not supported`);
    return without[name] !== 'ignored';
  };
  const byDefault = has('the default limit is 50') ? 50 : 100;
  const limit = isUsed('limit') ? whole(query.get('limit'), 1) : byDefault;
  const offset = isUsed('offset') ? whole(query.get('offset'), 0) : 0;
  const first = has('the offset is a number of pages') ? offset * limit : offset;
  const size = has('the limit is one too many') ? limit + 1 : limit;
  const page = (all: readonly Product[]): Product[] => all.slice(first, first + size);

  let records = [...selected];
  const unfiltered = records.length;
  let total = records.length;
  let isCut = false;
  const cutEarly = (bug: Bug): void => {
    if (!has(bug)) return;
    records = page(records);
    isCut = true;
  };
  cutEarly('the limit and the offset are applied before filters');
  if (isUsed('filters')) records = filtered(records, query, service);
  if (isUsed('groupBy')) records = grouped(records, query.get('groupBy') ?? '');
  if (!isCut) total = records.length;
  if (!isCut) cutEarly('the limit and the offset are applied before orders');
  if (isUsed('orderBy')) records = ordered(records, query.get('orderBy') ?? '', service);
  const shown = isCut ? records : page(records);
  if (has('the total is the size of the page')) total = shown.length;
  if (has('the total ignores filters')) total = unfiltered;
  if (has('the total is one too many')) total += 1;
  return { records: shown, total, limit, offset };
}

function whole(text: string | null, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least)
    throw new Refused(400, `${text} is not a number from ${least} on`);
  return value;
}

/** The parts of a path; undefined if an escape of it is no UTF-8. */
function decoded(pathname: string): string[] | undefined {
  try {
    return pathname.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** The products that a path names, for the right token. */
function routed(
  url: URL,
  headers: http.IncomingHttpHeaders,
  { without, has }: Service,
): readonly Product[] {
  const path = decoded(url.pathname);
  if (path === undefined) throw new Refused(404, 'Requested route was not found');
  const isV2 = /^\/sites\/1\/channels\/2\/destinations\/\d+\/products$/.test(url.pathname);
  const isLegacy = path[0] === '1' && path[1] === '2' && without['legacy routes'] === undefined;
  const isFiltered =
    isLegacy && path.length === 4 && without['legacy filtered route'] !== 'refused';
  if (!isV2 && !(isLegacy && path.length === 2) && !isFiltered)
    throw new Refused(
      has('an unknown route is answered 400') ? 400 : 404,
      `Requested route was not found: "${url.pathname}"`,
    );
  const token = headers['x-ea-auth-token'];
  if (token === undefined) throw new Refused(401, 'Authentication token is required');
  if (!/^[A-Za-z0-9_-]+$/.test(String(token)))
    throw new Refused(401, 'Provided token format is invalid');
  const destination = isV2 ? path[5] : headers['x-destination-id'];
  if (destination === undefined) throw new Refused(401, 'Destination ID is required');
  if (!/^-?\d+$/.test(String(destination))) throw new Refused(401, 'Invalid destination ID format');
  if (token !== TOKEN || destination !== '3')
    throw new Refused(
      has('a token that is not authorized is answered 401') ? 401 : 403,
      'Token is not authorized for this destination',
    );
  if (!isFiltered || without['legacy filtered route'] === 'ignored') return PRODUCTS;
  const [, , column = '', value = ''] = path;
  return PRODUCTS.filter((product) =>
    value.split(',').includes(String(cell(product, column) ?? '\0')),
  );
}

function cell(product: Product, column: string): Cell {
  const value = product[column];
  if (value === undefined) throw new Refused(400, `There is no column ${column}`);
  return value;
}

function ordered(records: readonly Product[], by: string, { has }: Service): Product[] {
  const [column = '', direction = 'ASC'] = by.split(' ');
  const isDown = /^desc$/i.test(direction);
  const sign = isDown ? -1 : 1;
  return [...records].sort((a, b) => {
    const [x, y] = [cell(a, column), cell(b, column)];
    if (x === y) return Number(a.id) - Number(b.id);
    if (x === null || y === null) return x === null ? 1 : -1;
    const isBelow = has('orders compare numbers as text') ? String(x) < String(y) : x < y;
    return isBelow ? -sign : sign;
  });
}

function grouped(records: readonly Product[], column: string): Product[] {
  const seen = new Set<Cell>();
  return records.filter((product) => {
    const value = cell(product, column);
    const isNew = !seen.has(value);
    seen.add(value);
    return isNew;
  });
}

interface Criterion {
  readonly column: string;
  readonly operator: string;
  readonly value: string | readonly string[];
}

interface Group {
  mode: string;
  readonly criteria: Map<string, Record<string, unknown>>;
}

function groupsIn(query: URLSearchParams): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const [name, value] of query) {
    const [, group, rest = ''] = /^filters\[(\d+)\](.*)$/.exec(name) ?? [];
    if (group === undefined) {
      if (name.startsWith('filters')) throw new Refused(400, `${name} is no group`);
      continue;
    }
    const known = groups.get(group) ?? { mode: 'AND', criteria: new Map() };
    groups.set(group, known);
    if (rest === '[mode]') known.mode = value;
    const [, index = '', member = '', list] =
      /^\[criteria\]\[(\d+)\]\[(\w+)\](\[\d*\])?$/.exec(rest) ?? [];
    if (member === '') {
      if (rest === '[mode]') continue;
      throw new Refused(400, `${name} is no part of a group`);
    }
    const criterion = known.criteria.get(index) ?? {};
    const before = criterion[member];
    criterion[member] =
      list === undefined ? value : [...(Array.isArray(before) ? before : []), value];
    known.criteria.set(index, criterion);
  }
  return groups;
}

function filtered(
  records: readonly Product[],
  query: URLSearchParams,
  service: Service,
): Product[] {
  const { has } = service;
  if (query.has('filters')) throw new Refused(400, 'filters is not a list of groups');
  const all = [...groupsIn(query).values()];
  const groups = has('of several groups only the last is used') ? all.slice(-1) : all;
  const holdsIn = (results: readonly boolean[], mode: string): boolean =>
    mode === 'OR' ? results.some(Boolean) : results.every(Boolean);
  const modeOf = (mode: string, bug: Bug): string => (has(bug) ? 'AND' : mode);
  const criteriaOf = ({ criteria }: Group) =>
    [...criteria.values()].slice(0, has('of several criteria only the first is used') ? 1 : 99);
  return records.filter((product) =>
    holdsIn(
      groups.map((group) =>
        holdsIn(
          criteriaOf(group).map((one) => holds(product, one as unknown as Criterion, service)),
          modeOf(group.mode, 'the mode of a group is ignored'),
        ),
      ),
      modeOf(query.get('mode') ?? 'AND', 'the mode of all groups is ignored'),
    ),
  );
}

function holds(
  product: Product,
  { column, operator, value }: Criterion,
  service: Service,
): boolean {
  const { without, has } = service;
  const part = (Object.keys(OPERATORS) as Part[]).find((one) => OPERATORS[one]?.includes(operator));
  if (part !== undefined && without[part] === 'refused')
    throw new Refused(400, `operator ${operator} is not implemented`);
  if (part !== undefined && without[part] === 'ignored') return true;
  const held = cell(product, column);
  const [positive, isNegated] = /^(?:NOT |!=)/.test(operator)
    ? [operator.replace('!=', '=').replace('NOT ', ''), true]
    : [operator, false];
  const isSwapped = has('IS NULL and IS NOT NULL are swapped');
  if (operator === 'IS') return (held === null) !== isSwapped;
  if (operator === 'IS NOT') return (held !== null) !== isSwapped;
  if (held === null) return isNegated && has('negated operators match nulls');
  return compares(held, positive, value, service) !== isNegated;
}

function compares(
  held: string | number,
  operator: string,
  value: string | readonly string[],
  { has }: Service,
): boolean {
  const given = (Array.isArray(value) ? value : [value]) as readonly string[];
  const list =
    has('lists use only their first value') && operator === 'IN' ? [given[0] ?? ''] : given;
  const [first = '', second = ''] = list;
  const isNumber = typeof held === 'number' && !has('numbers are compared as text');
  const order = (text: string): number => {
    if (isNumber && !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text))
      throw new Refused(400, `${text} is not a number`);
    const [x, y] = isNumber ? [held, Number(text)] : [String(held), text];
    if (x === y) return 0;
    return x < y ? -1 : 1;
  };
  const ignoresCase = has('equality ignores case');
  const equals = (text: string): boolean =>
    typeof held === 'number'
      ? order(text) === 0
      : held === text || (ignoresCase && held.toLowerCase() === text.toLowerCase());
  const least = has('comparisons include equality') ? 0 : 1;
  const within = has('ranges exclude their ends') ? 1 : 0;
  switch (operator) {
    case '=':
      return equals(first);
    case '>':
      return order(first) >= least;
    case '<':
      return order(first) <= -least;
    case '>=':
      return order(first) >= 0;
    case '<=':
      return order(first) <= 0;
    case 'LIKE':
      return like(first, has('patterns ignore case') ? 'i' : '', has).test(String(held));
    case 'ILIKE':
      return like(first, 'i', has).test(String(held));
    case 'IN':
      return list.some(equals);
    case 'BETWEEN':
      return order(first) >= within && order(second) <= -within;
    default:
      throw new Refused(400, `operator ${operator} is unknown`);
  }
}

function like(pattern: string, flags: string, has: Service['has']): RegExp {
  const any = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('%', '[^]*');
  const text = has('an underscore of a pattern is literal') ? any : any.replaceAll('_', '[^]');
  const isPart = has('a pattern may match a part of a value');
  return new RegExp(isPart ? text : `^${text}$`, `u${flags}`);
}
