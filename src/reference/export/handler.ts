import { serialised } from '../table/serialised.js';
import type { Table } from '../table/table.js';
import { type Answer, answer } from '../wire/answer.js';
import { type Call, header } from '../wire/call.js';
import type { Handler } from '../wire/server.js';
import { BadQuery } from './bad-query.js';
import type { Ask, ExportBehaviour } from './behaviour.js';
import type { Destination } from './destinations.js';
import type { Format } from './negotiate.js';
import { type Problem, problemAnswer, Rejected } from './problems.js';
import type { Query } from './query.js';
import { columnOf } from './select.js';

/**
 * Serves the export API. It checks route, method, token, destination, authorization, data and
 * `Accept` in this order, and then the query.
 */
export function exportHandler(
  behaviour: ExportBehaviour,
  destinations: readonly Destination[],
): Handler {
  return (call) => {
    const accepted = behaviour.negotiate(header(call, 'accept'), call);
    const format = accepted ?? 'json';
    const refuse = (problem: Problem): Answer =>
      problemAnswer(problem, format, behaviour.problemBody, behaviour.problemHeaders);
    try {
      return respond({ behaviour, destinations, call, format, acceptable: accepted !== undefined });
    } catch (thrown) {
      if (thrown instanceof Rejected) return refuse(thrown.problem);
      if (thrown instanceof BadQuery) return refuse(behaviour.problems.badQuery(thrown.message));
      throw thrown;
    }
  };
}

interface ReceivedCall {
  readonly behaviour: ExportBehaviour;
  readonly destinations: readonly Destination[];
  readonly call: Call;
  readonly format: Format;
  /** Whether the server supports a format that the request accepts. */
  readonly acceptable: boolean;
}

function respond({ behaviour, destinations, call, format, acceptable }: ReceivedCall): Answer {
  const { problems } = behaviour;
  const route = behaviour.route(call.path, call);
  if (route === undefined) throw new Rejected(problems.noRoute(call.path));
  if (call.method === 'OPTIONS') return answer(204, { Allow: 'GET, HEAD, OPTIONS' });
  if (call.method !== 'GET' && call.method !== 'HEAD')
    throw new Rejected(problems.notAllowed(call.method));
  if (route.kind === 'root') return behaviour.welcome(call);
  const ask: Ask = { call, route, format };
  const table = tableFor(behaviour, destinations, ask);
  if (!acceptable && behaviour.strictAccept) throw new Rejected(problems.notAcceptable());
  const query = behaviour.readQuery(table, ask, behaviour.queryRules);
  return products(behaviour, table, query, ask);
}

/**
 * Returns the data of the destination. Throws the documented error if the request is not
 * authorized, or if there is no data.
 */
function tableFor(
  behaviour: ExportBehaviour,
  destinations: readonly Destination[],
  ask: Ask,
): Table {
  const { problems } = behaviour;
  const token = behaviour.tokenOf(ask.call);
  if (token === undefined) throw new Rejected(problems.tokenMissing());
  if (!behaviour.isWellFormed(token, ask)) throw new Rejected(problems.tokenMalformed());
  const id = behaviour.destinationIdOf(ask, problems);
  const destination = destinations.find((known) => known.id === id);
  const isAuthorised = behaviour.isAuthorised(token, destination, ask, destinations);
  if (!isAuthorised || destination === undefined) throw new Rejected(problems.notAuthorized());
  const table = behaviour.belongs(destination, ask)
    ? behaviour.dataOf(destination, ask, destinations)
    : undefined;
  if (table === undefined) throw new Rejected(problems.noData());
  return table;
}

function products(behaviour: ExportBehaviour, table: Table, query: Query, ask: Ask): Answer {
  const { groupBy, orderBy, limit, offset } = query;
  const matching = behaviour.select(table, query.filters, ask, behaviour);
  const grouped =
    groupBy === undefined
      ? matching
      : behaviour.group(matching, columnOf(table, groupBy), ask, query);
  const ordered =
    orderBy === undefined
      ? grouped
      : behaviour.order(
          grouped,
          { ...orderBy, column: columnOf(table, orderBy.column) },
          ask,
          query,
        );
  const rows = behaviour.page(ordered, query, ask);
  if (rows.length === 0 && behaviour.emptyIsProblem)
    throw new Rejected(behaviour.problems.noData());
  const meta = { total: behaviour.total(grouped, query, ask, table), limit, offset };
  const [open, close] = behaviour.envelope(meta, ask.format);
  const body = serialised(table.records, behaviour.present).page(rows, open, close);
  return answer(200, behaviour.headers(ask.format, ask), body);
}
