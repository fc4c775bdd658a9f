import type { Dialect } from '../dialect.js';
import type { Column } from '../table/column.js';
import type { Present } from '../table/serialised.js';
import { type Rows, type Table, tableOf } from '../table/table.js';
import { type Answer, answer } from '../wire/answer.js';
import { type Call, header } from '../wire/call.js';
import { group, ordering, page, type SortedBy } from './arrange.js';
import type { Destination } from './destinations.js';
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
  Rejected,
} from './problems.js';
import { type Query, type QueryRules, queryRules, readQuery } from './query.js';
import { type ProductRoute, type Route, route } from './routes.js';
import { type Combine, combine, compile, scan } from './select.js';

interface Meta {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

/** Returns the JSON before the records of a list and the JSON after the records. */
type Envelope = (meta: Meta, format: Format) => readonly [open: string, close: string];

/** In JSON:API `meta` follows the records. The plain format has no `meta`. */
const envelope: Envelope = (meta, format) =>
  format === 'json' ? ['[', ']'] : ['{"data":[', `],"meta":${JSON.stringify(meta)}}`];

const INTEGER = /^\d+$/;

/**
 * Reads the id of the destination. On v2 routes it is in the path, and on legacy routes in a header
 * (items 4 and 5 of the section on authentication in the specification). Throws `Rejected` for a
 * missing or malformed id.
 */
function destinationIdOf(
  { call, route }: { readonly call: Call; readonly route: ProductRoute },
  problems: Problems,
): number {
  const written =
    route.kind === 'products' ? route.destinationId : header(call, 'x-destination-id');
  if (written === undefined || written === '') throw new Rejected(problems.destinationMissing());
  if (!INTEGER.test(written)) throw new Rejected(problems.destinationMalformed());
  return Number(written);
}

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
  /** `self` is the behaviour with all its changes, such as operators that a defect replaced. */
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
  /** Whether a page without records is an error. */
  readonly emptyIsProblem: boolean;
  /** Whether an `Accept` without a supported format is an error. */
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
