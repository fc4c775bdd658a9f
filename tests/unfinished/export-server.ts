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

class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export const TOKEN = 'unfinished-token-1';

/** Starts the server without some parts; `baseUrl` is its address. */
export async function startUnfinished(without: Without) {
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://unfinished');
    const isEnvelope = /application\/vnd\.api\+json/i.test(request.headers.accept ?? '');
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
      const { records, total, limit, offset } = respond(url, request.headers, without);
      send(200, isEnvelope ? { data: records, meta: { total, limit, offset } } : records);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { status, message } = error;
      const errors = [{ status, title: http.STATUS_CODES[status], detail: message }];
      send(status, isEnvelope ? { errors } : { error: message });
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

function respond(url: URL, headers: http.IncomingHttpHeaders, without: Without) {
  const selected = routed(url, headers, without);
  const query = url.searchParams;
  const isUsed = (name: Part): boolean => {
    const isGiven =
      name === 'filters'
        ? [...query.keys()].some((key) => key.startsWith('filters['))
        : query.has(name);
    if (!isGiven) return false;
    if (without[name] === 'refused') throw new Refused(400, `${name} is not supported`);
    return without[name] !== 'ignored';
  };
  let records = [...selected];
  if (isUsed('filters')) records = filtered(records, query, without);
  if (isUsed('groupBy')) records = grouped(records, query.get('groupBy') ?? '');
  if (isUsed('orderBy')) records = ordered(records, query.get('orderBy') ?? '');
  const limit = isUsed('limit') ? whole(query.get('limit'), 1) : 100;
  const offset = isUsed('offset') ? whole(query.get('offset'), 0) : 0;
  const total = records.length;
  return { records: records.slice(offset, offset + limit), total, limit, offset };
}

function whole(text: string | null, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least)
    throw new Refused(400, `${text} is not a number from ${least} on`);
  return value;
}

/** The products that a path names, for the right token. */
function routed(url: URL, headers: http.IncomingHttpHeaders, without: Without): readonly Product[] {
  const path = url.pathname.split('/').slice(1).map(decodeURIComponent);
  const isV2 = /^\/sites\/1\/channels\/2\/destinations\/\d+\/products$/.test(url.pathname);
  const isLegacy = path[0] === '1' && path[1] === '2' && without['legacy routes'] === undefined;
  const isFiltered =
    isLegacy && path.length === 4 && without['legacy filtered route'] !== 'refused';
  if (!isV2 && !(isLegacy && path.length === 2) && !isFiltered)
    throw new Refused(404, `Requested route was not found: "${url.pathname}"`);
  const token = headers['x-ea-auth-token'];
  if (token === undefined) throw new Refused(401, 'Authentication token is required');
  if (!/^[A-Za-z0-9_-]+$/.test(String(token)))
    throw new Refused(401, 'Provided token format is invalid');
  const destination = isV2 ? path[5] : headers['x-destination-id'];
  if (destination === undefined) throw new Refused(401, 'Destination ID is required');
  if (!/^-?\d+$/.test(String(destination))) throw new Refused(401, 'Invalid destination ID format');
  if (token !== TOKEN || destination !== '3')
    throw new Refused(403, 'Token is not authorized for this destination');
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

function ordered(records: readonly Product[], by: string): Product[] {
  const [column = '', direction = 'ASC'] = by.split(' ');
  const sign = /^desc$/i.test(direction) ? -1 : 1;
  return [...records].sort((a, b) => {
    const [x, y] = [cell(a, column), cell(b, column)];
    if (x === y) return Number(a.id) - Number(b.id);
    if (x === null || y === null) return x === null ? 1 : -1;
    return x < y ? -sign : sign;
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
    if (group === undefined) continue;
    const known = groups.get(group) ?? { mode: 'AND', criteria: new Map() };
    groups.set(group, known);
    if (rest === '[mode]') known.mode = value;
    const [, index = '', member = '', list] =
      /^\[criteria\]\[(\d+)\]\[(\w+)\](\[\d*\])?$/.exec(rest) ?? [];
    if (member === '') continue;
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
  without: Without,
): Product[] {
  const groups = groupsIn(query);
  const holdsIn = (results: readonly boolean[], mode: string): boolean =>
    mode === 'OR' ? results.some(Boolean) : results.every(Boolean);
  return records.filter((product) =>
    holdsIn(
      [...groups.values()].map(({ mode, criteria }) =>
        holdsIn(
          [...criteria.values()].map((one) => holds(product, one as unknown as Criterion, without)),
          mode,
        ),
      ),
      query.get('mode') ?? 'AND',
    ),
  );
}

function holds(
  product: Product,
  { column, operator, value }: Criterion,
  without: Without,
): boolean {
  const part = (Object.keys(OPERATORS) as Part[]).find((one) => OPERATORS[one]?.includes(operator));
  if (part !== undefined && without[part] === 'refused')
    throw new Refused(400, `operator ${operator} is not implemented`);
  if (part !== undefined && without[part] === 'ignored') return true;
  const held = cell(product, column);
  const [positive, isNegated] = /^(?:NOT |!=)/.test(operator)
    ? [operator.replace('!=', '=').replace('NOT ', ''), true]
    : [operator, false];
  if (positive === 'IS') return (held === null) === (String(value).toUpperCase() === 'NULL');
  if (operator === 'IS NOT') return held !== null;
  if (held === null) return false;
  return compares(held, positive, value) !== isNegated;
}

function compares(
  held: string | number,
  operator: string,
  value: string | readonly string[],
): boolean {
  const of = (text: string): string | number => (typeof held === 'number' ? Number(text) : text);
  const list = (Array.isArray(value) ? value : [value]) as readonly string[];
  const [first = '', second = ''] = list;
  switch (operator) {
    case '=':
      return held === of(first);
    case '>':
      return held > of(first);
    case '<':
      return held < of(first);
    case '>=':
      return held >= of(first);
    case '<=':
      return held <= of(first);
    case 'LIKE':
      return like(first, '').test(String(held));
    case 'ILIKE':
      return like(first, 'i').test(String(held));
    case 'IN':
      return list.some((one) => held === of(one));
    case 'BETWEEN':
      return held >= of(first) && held <= of(second);
    default:
      throw new Refused(400, `operator ${operator} is unknown`);
  }
}

const like = (pattern: string, flags: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('%', '[^]*')
      .replaceAll('_', '[^]')}$`,
    `u${flags}`,
  );
