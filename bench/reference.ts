import http from 'node:http';
import { products } from '../src/reference/dataset/index.js';
import { DEFAULT_DIALECT } from '../src/reference/dialect.js';
import type { Filters } from '../src/reference/export/filters.js';
import { operatorTable } from '../src/reference/export/operators.js';
import { presentation } from '../src/reference/export/present.js';
import { combine, compile, scan } from '../src/reference/export/select.js';
import { startReference } from '../src/reference/index.js';
import { serialised } from '../src/reference/table/serialised.js';
import { tableOf } from '../src/reference/table/table.js';
import type { Row } from './row.js';

const atLeast = (limit: number) => (figure: number) => figure >= limit;
const HUNDRED_THOUSAND = 100_000;

/** `price BETWEEN 10 AND 500 AND color IN (red, blue)`, or a name with "chair" in it. */
const FILTERS: Filters = {
  mode: 'OR',
  groups: [
    {
      mode: 'AND',
      criteria: [
        { column: 'price', operator: 'BETWEEN', values: ['10', '500'] },
        { column: 'color', operator: 'IN', values: ['red', 'blue'] },
      ],
    },
    { mode: 'AND', criteria: [{ column: 'name', operator: 'LIKE', values: ['%Chair%'] }] },
  ],
};
const SQL = `SELECT rowid FROM t WHERE (price BETWEEN 10 AND 500 AND color IN ('red','blue')) OR name LIKE '%Chair%'`;

let large: ReturnType<typeof products> | undefined;
const largeRecords = () => {
  large ??= products(HUNDRED_THOUSAND);
  return large;
};

/**
 * Milliseconds of the fastest of several runs: what the code takes when nothing gets in its way.
 */
function fastest(run: () => unknown, times = 15): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < times; round += 1) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

function ourScan(): number {
  const table = tableOf(largeRecords());
  const operators = operatorTable(DEFAULT_DIALECT);
  return fastest(() => scan(table, compile(table, FILTERS, operators, combine)));
}

/** The little of autocannon that is used here; the package has no types of its own. */
type Autocannon = (options: {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly connections: number;
  readonly duration: number;
}) => Promise<{ readonly requests: { readonly average: number } }>;

async function requestsPerSecond(
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<number> {
  const name = 'autocannon';
  const { default: autocannon }: { default: Autocannon } = await import(name);
  const result = await autocannon({ url, headers, connections: 10, duration: seconds });
  return result.requests.average;
}

/** A server that returns the bytes of the first page for every request. */
function rawServer(body: Buffer, headers: Record<string, string>): Promise<http.Server> {
  const fields = { ...headers, 'Content-Length': body.length };
  const server = http.createServer((_, response) => {
    response.writeHead(200, fields);
    response.end(body);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function httpRatio(): Promise<number> {
  const reference = await startReference();
  const { baseUrl, destination } = reference.target.export ?? {};
  const url = `${baseUrl}/sites/123/channels/456/destinations/${destination?.id}/products`;
  const token = { 'X-EA-Auth-Token': destination?.token ?? '' };
  const page = await fetch(url, { headers: token });
  const fields = Object.fromEntries(
    ['content-type', 'vary', 'cache-control'].map((name) => [name, page.headers.get(name) ?? '']),
  );
  const raw = await rawServer(Buffer.from(await page.arrayBuffer()), fields);
  const address = raw.address();
  const rawUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  const sums = { ours: 0, raw: 0 };
  for (let turn = 0; turn < 4; turn += 1) {
    sums.ours += await requestsPerSecond(url, token, 1);
    sums.raw += await requestsPerSecond(rawUrl, token, 1);
  }
  await reference.close();
  raw.closeAllConnections();
  raw.close();
  return sums.ours / sums.raw;
}

async function pageRatio(): Promise<number> {
  const records = products();
  // Every second record: a page that is assembled, not one that was kept.
  const rows = tableOf(records)
    .rows.filter((row) => row % 2 === 0)
    .subarray(0, 100);
  const page = [...rows].map((row) => records[row]);
  const pages = serialised(records, presentation(DEFAULT_DIALECT));
  const many = (run: () => unknown) => () => {
    for (let time = 0; time < 200; time += 1) run();
  };
  const stringified = fastest(many(() => Buffer.from(JSON.stringify(page))));
  const joined = fastest(many(() => pages.page(rows, '[', ']')));
  return stringified / joined;
}

interface Database {
  exec(sql: string): void;
  prepare(sql: string): { all(): unknown[]; run(...values: unknown[]): unknown };
}

/** better-sqlite3 is not a dependency: it is measured where it is installed. */
async function sqlite(): Promise<Database | undefined> {
  const name = 'better-sqlite3';
  try {
    const { default: Sqlite }: { default: new (file: string) => Database } = await import(name);
    return new Sqlite(':memory:');
  } catch {
    return undefined;
  }
}

async function sqliteRatio(): Promise<number | { unavailable: string }> {
  const database = await sqlite();
  if (database === undefined) return { unavailable: 'npm i --no-save better-sqlite3' };
  database.exec(
    'PRAGMA case_sensitive_like = ON; CREATE TABLE t (name TEXT, price REAL, color TEXT); BEGIN',
  );
  const insert = database.prepare('INSERT INTO t VALUES (?, ?, ?)');
  for (const { name, price, color } of largeRecords()) insert.run(name, price, color);
  database.exec('COMMIT');
  const select = database.prepare(SQL);
  return fastest(() => select.all()) / ourScan();
}

export const rows: Row[] = [
  {
    title: 'reference server ÷ raw node:http writing the same bytes',
    unit: 'ratio',
    limit: '≥ 0.85',
    holds: atLeast(0.85),
    measure: httpRatio,
  },
  {
    title: 'page of 100 records, pre-serialised ÷ JSON.stringify',
    unit: 'ratio',
    limit: '≥ 4',
    holds: atLeast(4),
    measure: pageRatio,
  },
  {
    title: 'filter scan of 100,000 records',
    unit: 'ms',
    limit: '≤ 6 ms',
    holds: (figure) => figure <= 6,
    measure: async () => ourScan(),
  },
  {
    title: 'filter scan of 100,000 records ÷ better-sqlite3',
    unit: 'ratio',
    limit: '≥ 1.5',
    holds: atLeast(1.5),
    measure: sqliteRatio,
  },
];
