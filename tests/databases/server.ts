import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import qs from 'qs';
import type { TargetFile } from '../../src/target/index.js';
import { type Engine, isRefusal } from './engine.js';
import type { Product } from './products.js';

/** A request that the document forbids, with its status and text. */
class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly member = 'error',
  ) {
    super(message);
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
};
const TOKENS: Readonly<Record<string, string>> = {
  1: 'token-of-main_1-abcdef',
  2: 'token-of-other_2-ghijkl',
  3: 'token-of-empty_3-mnopqr',
};

interface Criterion {
  readonly column?: string;
  readonly operator?: string;
  readonly value?: unknown;
}
interface Group {
  readonly mode?: string;
  readonly criteria?: Readonly<Record<string, Criterion>>;
}

/**
 * An export API written from the document alone, whose database does all filtering, ordering, grouping and paging: what
 * the suite says of it, it says of the database.
 */
export async function startExport(engine: Engine, records: readonly Product[]) {
  const names = Object.keys(records[0] ?? {});
  const quoted = (name: string): string => `"${name}"`;
  await load(engine, 'p1', records, names);
  await load(engine, 'p2', records.slice(0, 40), names);

  const columnOf = (name: unknown): string => {
    if (typeof name !== 'string' || !names.includes(name)) throw new Refused(400, 'Unknown column');
    return quoted(name);
  };

  /** The condition of one criterion; its values are pushed to the parameters. */
  function condition({ column: name, operator = '', value }: Criterion, parameters: unknown[]): string {
    const column = columnOf(name);
    const bound = (one: unknown): string => {
      if (typeof one !== 'string') throw new Refused(400, 'A value is a scalar');
      return `$${parameters.push(one)}`;
    };
    const values = typeof value === 'object' && value !== null ? Object.values(value) : undefined;
    switch (operator) {
      case '=':
      case '!=':
      case '>':
      case '<':
      case '>=':
      case '<=':
        return `${column} ${operator} ${bound(value)}`;
      case 'LIKE':
      case 'NOT LIKE':
      case 'ILIKE':
      case 'NOT ILIKE':
        return engine.like(operator, column, bound(value));
      case 'IN':
      case 'NOT IN':
        if (values === undefined || values.length === 0) throw new Refused(400, `${operator} takes an array`);
        return `${column} ${operator} (${values.map(bound).join(', ')})`;
      case 'BETWEEN':
      case 'NOT BETWEEN':
        if (values?.length !== 2) throw new Refused(400, `${operator} takes two values`);
        return `${column} ${operator} ${bound(values[0])} AND ${bound(values[1])}`;
      case 'IS':
      case 'IS NOT':
        if (!/^(null)?$/i.test(String(value))) throw new Refused(400, `${operator} takes null`);
        return `${column} ${operator} NULL`;
      default:
        throw new Refused(400, 'Unknown operator');
    }
  }

  const joined = (mode: unknown, parts: readonly string[]): string => {
    if (parts.length === 0) throw new Refused(400, 'A group without criteria');
    if (mode !== undefined && mode !== 'AND' && mode !== 'OR') throw new Refused(400, 'Unknown mode');
    return `(${parts.join(mode === 'OR' ? ' OR ' : ' AND ')})`;
  };

  const wholeNumber = (value: unknown, name: string, otherwise: number, least: number): number => {
    if (value === undefined) return otherwise;
    if (typeof value !== 'string' || !/^\d{1,9}$/.test(value) || Number(value) < least)
      throw new Refused(400, `Invalid ${name}`);
    return Number(value);
  };

  /** Which destination a request may read, and the column and values of the legacy filtered route. */
  function admitted(path: string, { headers }: IncomingMessage) {
    const parts = path.split('/').slice(1);
    const isId = (at: number): boolean => /^\d+$/.test(parts[at] ?? '');
    const isNew =
      /^\/sites\/[^/]+\/channels\/[^/]+\/destinations\/[^/]+\/products$/.test(path) && isId(1) && isId(3) && isId(5);
    const isLegacy = (parts.length === 2 || parts.length === 4) && isId(0) && isId(1);
    if (!isNew && !isLegacy) throw new Refused(404, `Requested route was not found: "${path}"`);
    const token = headers['x-ea-auth-token'];
    if (token === undefined || token === '') throw new Refused(401, 'Authentication token is required');
    if (!/^[A-Za-z0-9_-]+$/.test(String(token))) throw new Refused(401, 'Provided token format is invalid');
    const destination = isNew ? parts[5] : headers['x-destination-id'];
    if (destination === undefined || destination === '') throw new Refused(401, 'Destination ID is required');
    if (!/^\d+$/.test(String(destination))) throw new Refused(401, 'Invalid destination ID format');
    if (TOKENS[String(destination)] !== token) throw new Refused(403, 'Token is not authorized for this destination');
    const [site, channel] = isNew ? [parts[1], parts[3]] : parts;
    if (destination === '3' || site !== '10' || channel !== '20') throw new Refused(404, 'No exported data', 'message');
    const [column, value] = parts.length === 4 ? parts.slice(2).map(decodeURIComponent) : [];
    return { table: `p${destination}`, filtered: column === undefined ? undefined : { column, value: value ?? '' } };
  }

  async function products(path: string, query: qs.ParsedQs, request: IncomingMessage) {
    const { table, filtered } = admitted(path, request);
    const parameters: unknown[] = [];
    const conditions: string[] = [];
    if (filtered !== undefined)
      conditions.push(
        condition({ column: filtered.column, operator: 'IN', value: filtered.value.split(',') }, parameters),
      );
    else if (query.filters !== undefined) {
      if (typeof query.filters !== 'object') throw new Refused(400, 'Invalid filters');
      const groups = Object.values(query.filters as unknown as Readonly<Record<string, Group>>);
      const parts = groups.map(({ mode, criteria }) =>
        joined(
          mode,
          Object.values(criteria ?? {}).map((one) => condition(one, parameters)),
        ),
      );
      conditions.push(joined(query.mode, parts));
    }
    const limit = wholeNumber(query.limit, 'limit', 100, 1);
    const offset = wholeNumber(query.offset, 'offset', 0, 0);
    const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
    const group = query.groupBy === undefined ? undefined : columnOf(query.groupBy);
    const order = query.orderBy === undefined ? group : columnOf(query.orderBy);
    const chosen = group ?? names.map(quoted).join(', ');
    const rows = `SELECT ${chosen} FROM ${table}${where}${group === undefined ? '' : ` GROUP BY ${group}`}`;
    const [counted] = await engine.query(`SELECT count(*) AS total FROM (${rows}) AS rows_of_it`, parameters);
    const data = await engine.query(
      `${rows} ORDER BY ${order === undefined ? '' : `${order}, `}${group ?? 'place'} LIMIT ${limit} OFFSET ${offset}`,
      parameters,
    );
    return { data, meta: { total: Number(counted?.total), limit, offset } };
  }

  const server = createServer(async (request, to) => {
    const [path = '/', search = ''] = (request.url ?? '/').split(/\?(.*)/s);
    const isApi = /vnd\.api\+json/i.test(request.headers.accept ?? '');
    const send = (status: number, body: unknown): void => {
      const type = isApi ? 'application/vnd.api+json' : 'application/json';
      const challenge = status === 401 ? { 'WWW-Authenticate': 'Token' } : {};
      to.writeHead(status, { 'Content-Type': type, Vary: 'Accept', ...challenge }).end(JSON.stringify(body));
    };
    try {
      if (path === '/') return void to.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Export</p>');
      const found = await products(
        path,
        qs.parse(search, { depth: 9, arrayLimit: 2000, parameterLimit: 5000 }),
        request,
      );
      send(200, isApi ? found : found.data);
    } catch (error) {
      const refused = isRefusal(error) ? new Refused(400, 'A value that the column does not take') : error;
      if (!(refused instanceof Refused)) return void send(500, { error: String(error) });
      const { status, message, member } = refused;
      send(status, isApi ? { errors: [{ status, title: TITLES[status], detail: message }] } : { [member]: message });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const destination = (id: number) => ({ id, token: TOKENS[id] ?? '' });
  const target: TargetFile = {
    export: {
      baseUrl,
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

async function load(engine: Engine, table: string, records: readonly Product[], names: readonly string[]) {
  const held = (name: string): readonly unknown[] =>
    records.map((record) => record[name]).filter((value) => value !== null);
  const columns = names.map((name) => `"${name}" ${engine.typeOf(name, held(name))}`);
  await engine.query(`CREATE TABLE ${table} (place integer, ${columns.join(', ')})`);
  for (const [place, record] of records.entries()) {
    const values = [place, ...names.map((name) => record[name])];
    await engine.query(`INSERT INTO ${table} VALUES (${values.map((_, at) => `$${at + 1}`).join(', ')})`, values);
  }
}
