import { rulesOf } from '../../src/harness/rules.js';
import {
  type Answer,
  byEvery,
  type Note,
  type Target,
  type Violation,
} from '../../src/harness/suite.js';
import { describeFilter } from '../../src/protocol/export/filter.js';
import { totalOf } from '../../src/protocol/export/product-page.js';
import {
  httpRequest,
  isUnknown,
  type ProductsQuestion,
} from '../../src/protocol/export/question.js';
import { type ClauseId, clauses } from './clauses.js';
import { generated } from './combinations/combinations.js';
import { judgeAnswer } from './judge/any-answer.js';
import { foreignRecords } from './judge/foreign-records.js';
import { inSequence, repeated, sameDigits } from './judge/sequence.js';
import { shownTogether } from './judge/shown-together.js';
import { ROOT_RULES, SIDE_RULES } from './judge/side-rules.js';
import { disagreements, sameTotals } from './judge/twins.js';
import type { Known } from './model/data.js';
import {
  type Exchange,
  nameConditions,
  readExchange,
  simplerThan,
  typed,
} from './model/exchange.js';
import { surveyFor } from './model/matching.js';
import { mistakesIn } from './model/mistakes.js';
import { contradictionOf, describeContradiction } from './model/page-size.js';
import { exportOf, tryPage } from './survey/ask.js';
import { knownOf, shownBy } from './survey/facts.js';

function judge(
  exchange: Exchange,
  known: Known | undefined,
  note: Note<ClauseId>,
): readonly Violation<ClauseId>[] {
  const { question } = exchange;
  if (question.route === 'root') return byEvery(ROOT_RULES, exchange, known, note);
  if (question.method !== undefined) return [];
  const asked = { ...exchange, question: typed(question, known) };
  const violation = judgeAnswer(asked, known, note);
  const beside = byEvery(SIDE_RULES, asked, known, note).map((one) =>
    clauses[one.clause].level === 'must' ? one : { ...one, atMost: 'warning' as const },
  );
  return violation === undefined ? beside : [violation, ...beside];
}

/**
 * The same question with the mistake put right: on a route that exists, with the configured
 * destination and its token.
 */
function control(question: ProductsQuestion, target: Target): ProductsQuestion | undefined {
  const mistakes = mistakesIn(exportOf({ target }), question) ?? [];
  const isOdd = mistakes.length > 0 || typeof question.destinationId === 'string';
  if (!isOdd || question.route === 'root') return undefined;
  const { token, destinationId, destination, route, headers, extra, ...right } = question;
  return route === undefined || (typeof route === 'object' && isUnknown(route))
    ? right
    : { ...right, route };
}

/** What a filter kept and left out. */
function witness({ question, page }: Exchange, known: Known | undefined): string | undefined {
  const { filter } = typed(question, known);
  if (
    page === undefined ||
    known === undefined ||
    filter === undefined ||
    filter.groups.length === 0
  )
    return undefined;
  const { total } = surveyFor({ ...question, filter }, known);
  const kept = totalOf(page);
  return `${describeFilter(filter)}: kept ${kept} of ${total} records, left out ${total - kept}`;
}

/** How many records of how many; undefined for what is no page. */
function summary(answer: Answer): string | undefined {
  const page = tryPage(answer);
  if (page === undefined || answer.status !== 200) return undefined;
  const { records, meta } = page;
  const of = meta && ` of ${meta.total} (limit ${meta.limit}, offset ${meta.offset})`;
  return `200 ${answer.mediaType}, ${records.length} records${of ?? ''}`;
}

/** Why nothing is tested that rests on the list: its answers contradict each other. */
function contradictionTold(known: Known): string | undefined {
  const found = contradictionOf(known);
  return found && describeContradiction(found);
}

const RELATIONS = [inSequence, repeated, sameTotals, sameDigits, disagreements, foreignRecords];
const RELATIONS_OF_OTHERS = [shownTogether([repeated, sameTotals, disagreements])];

/** How the export API is asked, read and judged. */
export const rules = rulesOf<ProductsQuestion, Exchange, Known | undefined, ClauseId>(
  ['export.baseUrl', 'export.siteId', 'export.channelId', 'export.destination'],
  {
    request: (question, target) => httpRequest(exportOf({ target }), question),
    read: readExchange,
    facts: knownOf,
    shown: (exchanges, known) => known ?? shownBy(exchanges),
    // The widest page of the survey, else its first.
    learnedFrom: ({ survey: { pages } }) =>
      [pages[1] ?? pages[0]].flatMap((one) => one?.page.answer ?? []),
    unknown: undefined,
    judge,
    relate: (exchanges, known, note) =>
      (known === undefined
        ? []
        : known.survey.shown === undefined
          ? RELATIONS
          : RELATIONS_OF_OTHERS
      ).flatMap((relation) => relation(exchanges, known as Known, note)),
    witness,
    summary,
    control,
    isAccepted: ({ page }) => page !== undefined,
    simpler: simplerThan,
    name: nameConditions,
    unrepeatable: 'EXP-LIST-11',
    blames: 'the fewest conditions',
    unproved: (known) => known && contradictionTold(known),
    generated,
  },
);
