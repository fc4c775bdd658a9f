import type { Known } from '../model/data.js';
import { describeRecords } from '../model/describe-records.js';
import type { Exchange } from '../model/exchange.js';
import { showRecords, unreadAmong } from '../model/expected-records.js';
import { surveyFor, withoutRange } from '../model/key-range.js';
import { columnsIn, filterIn } from '../model/request.js';
import type { When } from '../topic.js';
import { isPlainAndCorrect } from './foreign-records.js';
import type { RelationWithFacts, SharedViolation } from './relation.js';

/**
 * Finds a record that the list without a filter does not contain. This list was read completely,
 * and its `meta.total` is its number of records. So the list without a filter or the list with the
 * additional record is wrong. In large data, the completely read part (the key range) is used
 * instead of the whole list. `isAbout` selects the requests to which the clause applies.
 */
export const unreadRecords =
  (isAbout: When): RelationWithFacts =>
  (exchanges, known, note) => {
    const lists = exchanges.filter(
      (exchange) => exchange.question.destination === undefined && isPlainAndCorrect(exchange),
    );
    const unfiltered = lists.filter((list) => isOfWholeList(list, known));
    return lists
      .filter((list) => isAbout(list.compare(known).asked))
      .flatMap((list) => violationOf(unfiltered, list, { known, note }) ?? []);
  };

/** A list of the legacy route, which EXP-ROUTE-2 compares with the list of the v2 route. */
export const isUnfilteredLegacy: When = ({ route, filter }) =>
  route === 'legacy' && filter === undefined;

/**
 * Whether a page belongs to the v2 list without a filter, this list was read completely, and the
 * page has the total of the list.
 */
function isOfWholeList({ question, page }: Exchange, known: Known): boolean {
  const { complete, total } = surveyFor(question, known);
  const { route = 'v2', ...request } = withoutRange(question, known);
  const isUnfilteredV2 = route === 'v2' && filterIn(request, known) === undefined;
  return complete && isUnfilteredV2 && page?.meta?.total === total;
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
  const although = `although all its ${survey.total} records (meta.total) were read`;
  return {
    expected: `${describeRecords(list.question, known, 'the')} also in the list without a filter`,
    actual: `${shown} not in that list, ${although}`,
    sentence: `${shown} came, but not in the list without a filter, ${although}; each record must be there`,
    exchanges: [whole, list],
  };
}
