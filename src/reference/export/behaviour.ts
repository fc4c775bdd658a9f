import type { Dialect } from '../dialect.js';
import type { Column } from '../table/column.js';
import type { Present } from '../table/serialised.js';
import { type Rows, type Table, tableOf } from '../table/table.js';
import { type Answer, answer } from '../wire/answer.js';
import { type Call, header } from '../wire/call.js';
import { group, ordering, page, type SortedBy } from './arrange.js';
import { destinationIdOf } from './destination-id.js';
import type { Destination } from './destinations.js';
import { type Envelope, envelope } from './envelope.js';
import type { Filters } from './filters.js';
import { type Format, MEDIA_TYPES, negotiate } from './negotiate.js';
import { type OperatorTable, operatorTable } from './operators.js';
import { presentation } from './present.js';
import {
  PROBLEMS,
  type ProblemBody,
  type Problems,
  problemBody,
  problemHeaders,
} from './problems.js';
import { type Query, type QueryRules, queryRules, readQuery } from './query.js';
import { type ProductRoute, type Route, route } from './routes.js';
import { type Combine, combine, compile, scan } from './select.js';

/** A products request while it is processed. */
export interface Ask {
  readonly call: Call;
  readonly route: ProductRoute;
  readonly format: Format;
}

/**
 * The export API as small functions, roughly in the order in which they process a request. A defect
 * replaces one or more of them.
 */
export interface ExportBehaviour {
  readonly welcome: (call: Call) => Answer;
  readonly route: (path: string, call: Call) => Route | undefined;
  readonly negotiate: (accept: string | undefined, call: Call) => Format | undefined;
  readonly tokenOf: (call: Call) => string | undefined;
  readonly isWellFormed: (token: string, ask: Ask) => boolean;
  /** Throws the documented error for a missing or malformed id. */
  readonly destinationIdOf: (ask: Ask, problems: Problems) => number;
  readonly isAuthorised: (
    token: string,
    destination: Destination | undefined,
    ask: Ask,
    all: readonly Destination[],
  ) => boolean;
  /** Returns whether the site and the channel in the path belong to the destination. */
  readonly belongs: (destination: Destination, ask: Ask) => boolean;
  readonly dataOf: (
    destination: Destination,
    ask: Ask,
    all: readonly Destination[],
  ) => Table | undefined;
  readonly queryRules: QueryRules;
  readonly readQuery: (table: Table, ask: Ask, rules: QueryRules) => Query;
  readonly operators: OperatorTable;
  readonly combine: Combine;
  readonly select: (table: Table, filters: Filters, ask: Ask, self: ExportBehaviour) => Rows;
  readonly group: (rows: Rows, column: Column, ask: Ask, query: Query) => Rows;
  readonly order: (rows: Rows, by: SortedBy, ask: Ask, query: Query) => Rows;
  /** Cuts out one page, after grouping and sorting. */
  readonly page: (rows: Rows, query: Query, ask: Ask) => Rows;
  readonly total: (rows: Rows, query: Query, ask: Ask, table: Table) => number;
  readonly present: Present;
  readonly envelope: Envelope;
  readonly headers: (format: Format, ask: Ask) => Answer['headers'];
  readonly problems: Problems;
  readonly problemBody: ProblemBody;
  readonly problemHeaders: typeof problemHeaders;
  readonly emptyIsProblem: boolean;
  readonly strictAccept: boolean;
}

const productHeaders = (format: Format): Answer['headers'] => ({
  'Content-Type': MEDIA_TYPES[format],
  Vary: 'Accept',
  'Cache-Control': 'private, max-age=0, must-revalidate',
});
const PRODUCT_HEADERS = { json: productHeaders('json'), 'json-api': productHeaders('json-api') };

const TOKEN = /^[A-Za-z0-9_-]+$/;

export function exportBehaviour(dialect: Dialect): ExportBehaviour {
  return {
    welcome: () =>
      answer(
        200,
        { 'Content-Type': 'text/html; charset=utf-8' },
        '<h1>Welcome to the export API</h1>\n',
      ),
    route,
    negotiate,
    tokenOf: (call) => header(call, 'x-ea-auth-token') || undefined,
    isWellFormed: (token) => TOKEN.test(token),
    destinationIdOf,
    isAuthorised: (token, destination) => destination !== undefined && token === destination.token,
    belongs: ({ siteId, channelId }, { route }) =>
      Number(route.siteId) === siteId && Number(route.channelId) === channelId,
    dataOf: ({ records }) => (records === undefined ? undefined : tableOf(records)),
    queryRules: queryRules(),
    readQuery: (table, { call, route }, rules) =>
      readQuery({ search: call.search, route }, table, dialect, rules),
    operators: operatorTable(dialect),
    combine,
    select: (table, filters, _ask, self) =>
      scan(table, compile(table, filters, self.operators, self.combine)),
    group,
    order: ordering(dialect),
    page: (rows, { limit, offset }) => page(rows, limit, offset),
    total: (rows) => rows.length,
    present: presentation(dialect),
    envelope,
    headers: (format) => PRODUCT_HEADERS[format],
    problems: PROBLEMS,
    problemBody,
    problemHeaders,
    emptyIsProblem: dialect.emptyResult === '404',
    strictAccept: dialect.notAcceptable === '406',
  };
}
