import type { Known } from '../model/data.js';
import { describeRecords } from '../model/describe-records.js';
import type { Exchange } from '../model/exchange.js';
import { showRecords, unreadAmong } from '../model/expected-records.js';
import { surveyFor, withoutRange } from '../model/key-range.js';
import { columnsIn, filterIn } from '../model/request.js';
import type { When } from '../topic.js';
import { hasOwnToken } from './foreign-records.js';
import type { RelationWithFacts, SharedViolation } from './relation.js';

/**
 * Finds a record that the list without a filter does not contain. This list was read completely and
 * has as many records as its `meta.total`. So either its total is wrong, or the list with the
 * additional record. In large data, a part that was read completely (the key range) takes the place
 * of the whole list.
 */
export const unreadRecords =
  (isAbout: When): RelationWithFacts =>
  (exchanges, known, note) => {
    const lists = exchanges.filter(
      (exchange) => exchange.question.destination === undefined && hasOwnToken(exchange),
    );
    const unfiltered = lists.filter((list) => isUnfiltered(list, known));
    return lists
      .filter((list) => isAbout(list.compare(known).asked))
      .flatMap((list) => violationOf(unfiltered, list, { known, note }) ?? []);
  };

/** A list of the legacy route, which EXP-ROUTE-2 compares with the list of the v2 route. */
export const isUnfilteredLegacy: When = ({ route, filter }) =>
  route === 'legacy' && filter === undefined;

/** Whether a page belongs to a completely read list of the v2 route, and has its total. */
function isUnfiltered({ question, page }: Exchange, known: Known): boolean {
  const { complete, total } = surveyFor(question, known);
  const { route = 'v2', ...request } = withoutRange(question, known);
  const isWithout = route === 'v2' && filterIn(request, known) === undefined;
  return complete && isWithout && page?.meta?.total === total;
}

function violationOf(
  unfiltered: readonly Exchange[],
  list: Exchange,
  { known, note }: { readonly known: Known; readonly note: () => void },
): SharedViolation | undefined {
  const survey = surveyFor(list.question, known);
  const whole = unfiltered.find(({ question }) => surveyFor(question, known) === survey);
  const records = list.page?.records ?? [];
  if (whole === undefined || whole === list || records.length === 0) return undefined;
  note();
  const unread = unreadAmong(records, survey);
  if (unread.length === 0) return undefined;
  // If the values of the record do not match the filter, the rule of the filter reports it.
  if (list.compare(known).deviation !== undefined) return undefined;
  const shown = showRecords(unread, columnsIn(list.question), survey);
  return {
    expected: `${describeRecords(list.question, known, 'the')} also in the list without a filter`,
    actual: `${shown} only here, although meta.total ${survey.total} counts all that were read`,
    exchanges: [whole, list],
  };
}
