import fc from 'fast-check';
import {
  BUGS,
  type Bug,
  type Faults,
  OPERATORS,
  PARTS,
  type Part,
  type Without,
} from './export-server.js';

/** How a finding names each missing part: in words, or by a fault that ignores it. */
export const NAMES_OF_PARTS: Readonly<Record<Part, RegExp>> = {
  'legacy routes': /the legacy routes/,
  'legacy filtered route': /the legacy filtered route|legacy-filtered-ignored/,
  filters: /^filters|filters-ignored|filters-is-400/,
  orderBy: /^orderBy|order-ignored$/,
  groupBy: /^groupBy|group-ignored$/,
  limit: /^limit|limit-(ignored|echoes-the-default)$/,
  offset: /^offset|missing.offset-ignored/,
  comparison: />, <|missing.ranges-ignored/,
  like: /\bLIKE|patterns-ignored|like-is-400/,
  lists: /\bIN\b|missing.in-ignored/,
  ranges: /\bBETWEEN|between-ignored/,
};

/** How a finding names each bug. */
export const CAUSES_OF_BUGS: Readonly<Record<Bug, RegExp>> = {
  'the total is the size of the page': /`meta.total` counts the records of the page/,
  'the total ignores filters': /`meta.total` ignores filters/,
  'the total is one too many': /`meta.total` is one too high/,
  'the limit is one too many': /a page has one record more than `limit`/,
  'the offset is a number of pages': /`offset` counts pages/,
  'the limit and the offset are applied before filters': /applied before filters/,
  'the limit and the offset are applied before orders': /applied before `orderBy`/,
  'the default limit is 50': /default of `limit` is 50|without `limit` has 50/,
  'orders compare numbers as text': /`orderBy` sorts numbers as text/,
  'the mode of a group is ignored': /AND inside groups|uses AND for|uses AND in/,
  'the mode of all groups is ignored': /AND between groups/,
  'of several groups only the last is used': /ignores all groups but the last/,
  'of several criteria only the first is used': /ignores criteria after the first/,
  'negated operators match nulls':
    /negated operators also select records in which the column is null/,
  'equality ignores case': /`=` ignores letter case/,
  'numbers are compared as text': /numbers are compared as texts/,
  'comparisons include equality': /include the bound/,
  'an underscore of a pattern is literal': /takes _ literally/,
  'a pattern may match a part of a value': /is not anchored/,
  'patterns ignore case': /`LIKE` ignores letter case/,
  'lists use only their first value': /takes the first value only/,
  'ranges exclude their ends': /leaves? out (?:both|the) bounds/,
  'IS NULL and IS NOT NULL are swapped': /`IS NULL` and `IS NOT NULL` are swapped/,
  'a token that is not authorized is answered 401': /gets status 401 instead of 403/,
  'an unknown route is answered 400': /an unknown route gets status 400/,
  'a plus of a query is literal': /\+/,
  'errors have the status 200': /every error has status 200/,
  'the list is always an envelope': /the response is JSON:API/,
};

/** The parts that another missing part does not contain. */
export const outermost = (without: Without): readonly Part[] =>
  (Object.keys(without) as Part[]).filter(
    (part) =>
      !(without.filters !== undefined && part in OPERATORS) &&
      !(without['legacy routes'] !== undefined && part === 'legacy filtered route'),
  );

/** Two to six missing parts, drawn from a seed. */
export function parts(seed: number): Without {
  const drawn = drawnFrom(Object.keys(PARTS) as Part[], seed);
  return Object.fromEntries(drawn.map((part, index) => [part, howMissing(part, seed + index)]));
}

const howMissing = (part: Part, at: number) => PARTS[part][at % PARTS[part].length];

/** Two to six of a list, drawn from a seed. */
function drawnFrom<T>(list: readonly T[], seed: number): readonly T[] {
  const [count = 2] = fc.sample(fc.integer({ min: 2, max: 6 }), { seed, numRuns: 1 });
  const bounds = { minLength: count, maxLength: count };
  const [drawn = []] = fc.sample(fc.shuffledSubarray([...list], bounds), { seed, numRuns: 1 });
  return drawn;
}

/** Two to six missing parts and bugs, drawn from a seed. */
export function combination(seed: number): Faults {
  const drawn = drawnFrom<Part | Bug>([...(Object.keys(PARTS) as Part[]), ...BUGS], seed);
  const isPart = (one: Part | Bug): one is Part => one in PARTS;
  const without: Without = Object.fromEntries(
    drawn.filter(isPart).map((part, index) => [part, howMissing(part, seed + index)]),
  );
  return { without, bugs: drawn.filter((one): one is Bug => !isPart(one)) };
}
