import type { ComparedPage } from './compared-page.js';
import type { Deviation } from './comparison.js';
import { describeAllRecords, describeRecords } from './describe-records.js';
import { matching } from './key-range.js';
import { cellValue } from './oracle/column.js';
import { groupsOf, mergedBy, unnamedGroups } from './oracle/groups.js';
import { doubtAbout } from './page-size.js';
import { LARGEST_TESTED_LIMIT } from './request.js';

/**
 * An unnamed group is a group of null or of blank values. If not all data is known, three unnamed
 * groups are assumed: null, the empty text, and a text of blanks.
 */
const UNKNOWN_UNNAMED = 3;

/**
 * Compares a grouped list with the distinct values of the grouped column, as far as the data is
 * known. Each distinct value must be in exactly one record.
 */
export function compareGroups(compared: ComparedPage): Deviation | undefined {
  const { page, request, known, survey, note } = compared;
  const { records, answer } = page;
  const column = survey.columns.get(request.groupBy ?? '');
  if (column === undefined || survey.changing.has(column.name) || answer.status === 404)
    return undefined;
  const { required, optional } = matching(request, known);
  const found = groupsOf(records, column);
  const all = groupsOf([...required, ...optional], column);
  const merge = mergedBy(known.comparisonRules, column, [...all, ...found]);
  const wanted = new Set(groupsOf(required, column).map(merge));
  const possible = new Set(all.map(merge));
  const groupsInWords = `${column.name} among ${describeRecords(request, known, 'the')}`;
  const groups = `${column.name} among ${describeAllRecords(request, known, 'the')}`;
  const isDoubtful = doubtAbout(request, known) !== undefined;
  if (!isDoubtful) note('groups');
  // If lists of this server repeat records (EXP-LIST-8), they also repeat groups.
  const isRepeated = known.whole.contradiction?.clause === 'EXP-LIST-8';
  const twice = isRepeated
    ? undefined
    : found.find((value, index) => found.indexOf(value) !== index);
  if (twice !== undefined) {
    const value = JSON.stringify(twice);
    return {
      part: 'groups',
      expected: `one record for each ${groupsInWords}`,
      actual: `${value} in several records`,
      sentence: `several records came for the value ${value}; one must come for each ${groups}`,
    };
  }
  if (survey.foreignTraffic !== undefined || isDoubtful) return undefined;
  const foreign = survey.complete ? found.find((value) => !possible.has(merge(value))) : undefined;
  if (foreign !== undefined)
    return {
      part: 'groups',
      expected: `values of ${groupsInWords}`,
      actual: `also ${JSON.stringify(foreign)}`,
      sentence: `the value ${JSON.stringify(foreign)} came; it is none of ${groups}`,
    };
  const cells = [...required, ...optional].map((record) => cellValue(record, column.name));
  const unnamed = survey.complete ? unnamedGroups(cells) : UNKNOWN_UNNAMED;
  const most = new Set(all).size + unnamed;
  const hasAllGroups = hasRoomFor(compared, most);
  // The collation may treat some values as equal. They are then in one group, otherwise in several.
  // If the page has room for all groups, such values are counted once in both cases.
  const count = hasAllGroups ? new Set(found.map(merge)).size : found.length;
  const fewest = hasAllGroups ? wanted.size : fewestOf(compared, wanted.size, unnamed);
  if (count >= fewest) return undefined;
  const distinct = `${wanted.size} distinct values of`;
  return {
    part: 'groups',
    expected: `${distinct} ${groupsInWords}`,
    actual: String(count),
    sentence: `${count} ${count === 1 ? 'record' : 'records'} came; one must come for each of the ${distinct} ${groups}`,
  };
}

/** The largest page that the server is known to return. It may be able to return larger pages. */
const largestKnownPage = ({ survey }: ComparedPage): number =>
  Math.max(LARGEST_TESTED_LIMIT, survey.pageSize);

/** Whether the page begins with the first group and has room for this number of groups. */
const hasRoomFor = (compared: ComparedPage, groups: number): boolean =>
  compared.start === 0 && groups <= Math.min(compared.size, largestKnownPage(compared));

/**
 * The minimum number of named groups on a page that does not have room for all groups. The unnamed
 * groups are subtracted, because the server may leave them out or return them on any page.
 */
const fewestOf = (compared: ComparedPage, groups: number, unnamed: number): number => {
  const { size, start } = compared;
  const least = Math.max(0, Math.min(size, groups - start) - unnamed);
  return Math.min(least, largestKnownPage(compared));
};
