import { STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import {
  DummyDriver,
  type Expression,
  Kysely,
  type SqlBool,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import qs from 'qs';
import type { TargetFile } from '../../src/settings/index.js';
import { TOKENS } from '../databases/admitted.js';
import type { Engine } from '../databases/engine.js';
import { sqlite } from '../databases/engines.js';
import { loadProducts } from '../databases/load-products.js';
import type { Product } from '../databases/products.js';
import { Refused } from '../databases/refused.js';

type Tables = Record<string, Record<string, unknown>>;

/** Compiles queries for SQLite; the engine runs them. */
const kysely = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

interface Criterion {
  readonly column?: string;
  readonly operator?: string;
  readonly value?: unknown;
}

/**
 * An export API as a team would put it together: Express with qs, and a query builder on SQLite.
 */
export async function startExport(records: readonly Product[]) {
  const engine = await sqlite('BINARY');
  const names = Object.keys(records[0] ?? { id: 0 });
  await loadProducts({ engine, names }, 'p1', records);
  await loadProducts({ engine, names }, 'p2', records.slice(0, 40));
  const app = express();
  // A query string of many criteria, with the limits that qs has by default otherwise.
  app.set('query parser', (text: string) => qs.parse(text, { depth: 9, parameterLimit: 5000 }));
  app.set('etag', false);
  app.disable('x-powered-by');
  app.use((_, response, next) => {
    response.vary('Accept');
    next();
  });
  const list = (request: Request, response: Response): Promise<void> =>
    sendProducts(engine, names, request, response);
  app.get('/', (_, response) => void response.type('html').send('<p>Export API</p>'));
  app.get('/sites/:site/channels/:channel/destinations/:destination/products', list);
  app.get('/:site/:channel', list);
  app.get('/:site/:channel/:column/:value', list);
  app.use(({ path }: Request) => {
    throw new Refused(404, `Requested route was not found: "${path}"`);
  });
  app.use(
    (
      error: Error & { readonly status?: number },
      request: Request,
      response: Response,
      _: NextFunction,
    ) => {
      const status = error.status ?? 500;
      if (status === 401) response.set('WWW-Authenticate', 'Token');
      const member = error instanceof Refused ? error.member : 'error';
      send(
        request,
        response.status(status),
        { errors: [{ status, title: STATUS_CODES[status], detail: error.message }] },
        { [member]: error.message },
      );
    },
  );
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const destination = (id: number) => ({ id, token: TOKENS[id] ?? '' });
  const target: TargetFile = {
    export: {
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      siteId: 10,
      channelId: 20,
      destination: destination(1),
      otherDestination: destination(2),
      emptyDestination: destination(3),
    },
  };
  return {
    target,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await engine.close();
    },
  };
}

function send(request: Request, response: Response, resources: object, plain: unknown): void {
  const isApi = /vnd\.api\+json/i.test(request.get('Accept') ?? '');
  response
    .set('Content-Type', isApi ? 'application/vnd.api+json' : 'application/json')
    .send(JSON.stringify(isApi ? resources : plain));
}

/** The destination whose products a request may read. */
function destinationOf(request: Request): string {
  const {
    site,
    channel,
    destination = request.get('X-Destination-Id'),
  } = request.params as Record<string, string>;
  const isNumber = (text: string | undefined): boolean => /^\d+$/.test(text ?? '');
  const isV2 = request.params.destination !== undefined;
  if (!isNumber(site) || !isNumber(channel) || (isV2 && !isNumber(destination)))
    throw new Refused(404, `Requested route was not found: "${request.path}"`);
  const token = request.get('X-EA-Auth-Token');
  if (!token) throw new Refused(401, 'Authentication token is required');
  if (!/^[\w-]+$/.test(token)) throw new Refused(401, 'Provided token format is invalid');
  if (!destination) throw new Refused(401, 'Destination ID is required');
  if (!isNumber(destination)) throw new Refused(401, 'Invalid destination ID format');
  if (TOKENS[destination] !== token)
    throw new Refused(403, 'Token is not authorized for this destination');
  if (destination === '3' || site !== '10' || channel !== '20')
    throw new Refused(404, 'No exported data', 'message');
  return destination;
}

async function sendProducts(
  engine: Engine,
  names: readonly string[],
  request: Request,
  response: Response,
): Promise<void> {
  const table = `p${destinationOf(request)}`;
  const { column, value } = request.params as Record<string, string>;
  const { query } = request;
  const columnOf = (name: unknown): string => {
    if (typeof name !== 'string' || !names.includes(name)) throw new Refused(400, 'Unknown column');
    return name;
  };
  const limit = wholeNumber(query.limit, 'limit', 100, 1);
  const offset = wholeNumber(query.offset, 'offset', 0, 0);
  const filters = query.filters === undefined ? undefined : allGroups(query, columnOf);
  const condition =
    column === undefined
      ? filters
      : one({ column, operator: 'IN', value: value?.split(',') }, columnOf);
  const group = query.groupBy === undefined ? undefined : columnOf(query.groupBy);
  let rows = kysely
    .selectFrom(table)
    .select((group === undefined ? names : [group]).map((name) => sql.ref(name).as(name)));
  if (condition !== undefined) rows = rows.where(condition);
  if (group !== undefined) rows = rows.groupBy(sql.ref(group));
  const order = query.orderBy === undefined ? group : columnOf(query.orderBy);
  let page = rows.limit(limit).offset(offset);
  if (order !== undefined) page = page.orderBy(sql.ref(order));
  page = page.orderBy(sql.ref(group ?? 'place'));
  const count = kysely.selectFrom(rows.as('rows')).select((eb) => eb.fn.countAll().as('total'));
  const [counted] = await run(engine, count.compile());
  const data = await run(engine, page.compile());
  send(request, response, { data, meta: { total: Number(counted?.total), limit, offset } }, data);
}

const run = (
  engine: Engine,
  { sql: text, parameters }: { readonly sql: string; readonly parameters: readonly unknown[] },
) => engine.query(text, parameters);

function wholeNumber(value: unknown, name: string, otherwise: number, least: number): number {
  if (value === undefined) return otherwise;
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value) || Number(value) < least)
    throw new Refused(400, `Invalid ${name}`);
  return Number(value);
}

type Condition = Expression<SqlBool>;

function allGroups(
  { filters, mode }: Request['query'],
  columnOf: (name: unknown) => string,
): Condition {
  if (typeof filters !== 'object') throw new Refused(400, 'Invalid filters');
  const groups = Object.values(filters) as unknown as {
    readonly mode?: unknown;
    readonly criteria?: object;
  }[];
  return joined(
    mode,
    groups.map((group) =>
      joined(
        group.mode,
        Object.values(group.criteria ?? {}).map((criterion) => one(criterion, columnOf)),
      ),
    ),
  );
}

function joined(mode: unknown, parts: readonly Condition[]): Condition {
  if (parts.length === 0) throw new Refused(400, 'A group without criteria');
  if (mode !== undefined && mode !== 'AND' && mode !== 'OR') throw new Refused(400, 'Unknown mode');
  return sql<SqlBool>`(${sql.join(parts, mode === 'OR' ? sql` or ` : sql` and `)})`;
}

function one(
  { column, operator = '', value }: Criterion,
  columnOf: (name: unknown) => string,
): Condition {
  const ref = sql.ref(columnOf(column));
  const scalar = (given: unknown) => {
    if (typeof given !== 'string') throw new Refused(400, 'A value is a scalar');
    return sql.val(given);
  };
  // Beyond twenty entries qs makes an object of a list.
  const values =
    typeof value === 'object' && value !== null ? Object.values(value).map(scalar) : [];
  const word = sql.raw(operator.replace('ILIKE', 'LIKE'));
  switch (operator) {
    case '=':
    case '!=':
    case '>':
    case '<':
    case '>=':
    case '<=':
    case 'LIKE':
    case 'NOT LIKE':
    case 'ILIKE':
    case 'NOT ILIKE':
      return sql<SqlBool>`${ref} ${word} ${scalar(value)}`;
    case 'IN':
    case 'NOT IN':
      if (values.length === 0) throw new Refused(400, `${operator} takes an array`);
      return sql<SqlBool>`${ref} ${word} (${sql.join(values)})`;
    case 'BETWEEN':
    case 'NOT BETWEEN':
      if (values.length !== 2) throw new Refused(400, `${operator} takes two values`);
      return sql<SqlBool>`${ref} ${word} ${values[0]} and ${values[1]}`;
    case 'IS':
    case 'IS NOT':
      if (!/^(null)?$/i.test(String(value))) throw new Refused(400, `${operator} takes null`);
      return sql<SqlBool>`${ref} ${word} null`;
    default:
      throw new Refused(400, 'Unknown operator');
  }
}
