/**
 * Defines how requests of the export API are written, read back from recorded exchanges, tested by
 * rules, and simplified.
 */

import { byEvery, isServerError, type Violation } from '../../src/harness/rule.js';
import type { Rulebook } from '../../src/harness/rulebook.js';
import { relateBy, rulesIn } from '../../src/harness/suite.js';
import type { Answer } from '../../src/http/answer.js';
import { clientOf } from '../../src/protocol/client-headers.js';
import { describeFilter } from '../../src/protocol/export/filter.js';
import { totalOf, tryPage } from '../../src/protocol/export/product-page.js';
import {
  httpRequest,
  isUnknown,
  type ProductsQuestion,
} from '../../src/protocol/export/question.js';
import type { Target } from '../../src/settings/target.js';
import { combinations } from './combinations/combinations.js';
import { hostileValues } from './hostile-values.js';
import { envelope } from './lists/envelope.js';
import type { Known } from './model/data.js';
import type { Exchange } from './model/exchange.js';
import { exportOf } from './model/export-target.js';
import { isHostile } from './model/hostile.js';
import { surveyFor } from './model/key-range.js';
import { mistakesIn } from './model/mistakes.js';
import { contradictionOf, decisiveFor, describeContradiction } from './model/page-size.js';
import { readExchange } from './model/read-exchange.js';
import { testedColumns } from './model/tested-columns.js';
import { withTypedValues } from './model/typed.js';
import { nameConditions } from './named-conditions.js';
import { isMisunderstood } from './questions/misunderstood.js';
import { experiments } from './readings/experiments.js';
import { readings } from './readings/index.js';
import { root } from './root.js';
import { simplerThan } from './simpler.js';
import { factsFromTraffic, knownOf } from './survey/facts.js';
import { describeChanges, renew } from './survey/renew.js';
import type { ExportKinds } from './topic.js';
import { type ClauseId, clauses, topics } from './topics.js';

const ROOT_RULES = rulesIn<ExportKinds, 'EXP-ROOT-1' | 'EXP-ROOT-2'>(root);
const relate = relateBy<ExportKinds, ClauseId>(topics);
const HOSTILE_RULES = rulesIn<ExportKinds, 'EXP-HARD-1' | 'EXP-HARD-2' | 'EXP-LIST-1'>({
  ...hostileValues,
  'EXP-LIST-1': envelope['EXP-LIST-1'],
});
const RULES = rulesIn<ExportKinds, ClauseId>(topics);

export const rulebook: Rulebook<ProductsQuestion, Exchange, Known | undefined, ClauseId> = {
  request: (question, target) => httpRequest(exportOf({ target }), question),
  read: readExchange,
  facts: knownOf,
  readings,
  experiments,
  shown: (exchanges, known) => known ?? factsFromTraffic(exchanges),
  // The second page was requested with a large limit. It is missing if the first page was enough.
  learnedFrom: ({ survey: { pages } }) =>
    [pages[1] ?? pages[0]].flatMap((one) => one?.page.answer ?? []),
  unknown: undefined,
  decisive: ({ question }, known) => decisiveFor(question, known),
  judge(exchange, known, note) {
    const { route, method } = exchange.question;
    if (route === 'root') return byEvery(ROOT_RULES, exchange, known, note);
    if (method !== undefined) return [];
    const { question, answer } = exchange;
    // Requests with hostile values are tested only by the clauses about such values, and by the
    // clause about the types of a list. A filter that cannot be understood is treated in the same
    // way if the server fails on it.
    const isFailed = isServerError(answer) && isMisunderstood(question, known);
    if (isHostile(question) || isFailed)
      return byEvery(HOSTILE_RULES, exchange, known, note).map(atLevel);
    return byEvery(RULES, exchange, known, note).map(atLevel);
  },
  relate: (exchanges, known, note) =>
    relate(
      exchanges.filter(({ question }) => !isHostile(question)),
      known,
      note,
    ),
  witness,
  summary,
  control,
  isAccepted: ({ page }) => page !== undefined,
  hasData: ({ page }) => page !== undefined && page.records.length > 0,
  simpler: simplerThan,
  name: nameConditions,
  // The clause that a request gets the same response again.
  unrepeatable: 'EXP-LIST-11',
  // The simplest request that violates a clause, even another one, shows which clause is broken.
  blames: 'the fewest conditions',
  renew,
  changes: describeChanges,
  columns: testedColumns,
  unproved(known) {
    const found = known && contradictionOf(known);
    return found && describeContradiction(found);
  },
  generated: combinations,
  notOffered,
};

/** Makes a violation of a should clause a warning. */
const atLevel = (violation: Violation<ClauseId>): Violation<ClauseId> =>
  clauses[violation.clause].level === 'must' ? violation : { ...violation, atMost: 'warning' };

function notOffered({ route }: ProductsQuestion, target: Target): string | undefined {
  const isLegacy = route === 'legacy' || (typeof route === 'object' && 'column' in route);
  return isLegacy && target.export?.legacy === false ? NO_LEGACY : undefined;
}

const NO_LEGACY = 'not offered: export.legacy is false';

/**
 * The control of a refused request is the same request without its mistake. It must be accepted.
 * For a request with hostile values, the control is the plain request.
 */
function control(question: ProductsQuestion, target: Target): ProductsQuestion | undefined {
  if (isHostile(question)) return {};
  const { headers: added = [], ...without } = question;
  // If the request is also refused without the field, the field is not the reason.
  if (clientOf(added) !== undefined && question.token === undefined) return without;
  const mistakes = mistakesIn(exportOf({ target }), question) ?? [];
  const hasMistake = mistakes.length > 0 || typeof question.destinationId === 'string';
  if (!hasMistake || question.route === 'root') return undefined;
  const { token, destinationId, destination, route, headers, extra, ...right } = question;
  return route === undefined || isUnknown(route) ? right : { ...right, route };
}

/** Describes how many records a filter selected. Returns undefined for a list without a filter. */
function witness({ question, page }: Exchange, known: Known | undefined): string | undefined {
  const { filter } = withTypedValues(question, known);
  if (page === undefined || known === undefined) return undefined;
  if (filter === undefined || filter.groups.length === 0) return undefined;
  const { total } = surveyFor({ ...question, filter }, known);
  const kept = totalOf(page);
  return `${describeFilter(filter)}: kept ${kept} of ${total} records, left out ${total - kept}`;
}

function summary(answer: Answer): string | undefined {
  const page = tryPage(answer);
  if (page === undefined || answer.status !== 200) return undefined;
  const { records, meta } = page;
  const window = meta && ` of ${meta.total} (limit ${meta.limit}, offset ${meta.offset})`;
  return `200 ${answer.mediaType}, ${records.length} records${window ?? ''}`;
}
