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

/** The ids of the reference server's defects that are the same fault as each bug. */
export const CAUSES_OF_BUGS: Readonly<Record<Bug, RegExp>> = {
  'the total is the size of the page': /total-of-the-page|total-of-what-is-served/,
  'the total ignores filters': /total-ignores-filters/,
  'the total is one too many': /total-one-too-many/,
  'the limit is one too many': /one-record-too-many/,
  'the offset is a number of pages': /offset-counts-pages/,
  'the limit and the offset are applied before filters': /window-before-everything/,
  'the limit and the offset are applied before orders': /sort-after-paging/,
  'the default limit is 50': /default-limit-50/,
  'orders compare numbers as text': /numbers-(ordered|sorted)-as-text/,
  'the mode of a group is ignored': /group-or-is-and/,
  'the mode of all groups is ignored': /modes\.or-is-and/,
  'of several groups only the last is used': /last-group-only/,
  'of several criteria only the first is used': /second-criterion-ignored/,
  'negated operators match nulls': /keeps?-nulls/,
  'equality ignores case': /equal(s|ity)-ignores-case$/,
  'numbers are compared as text': /numbers-compared-as-text/,
  'comparisons include equality': /strict-comparisons-include/,
  'an underscore of a pattern is literal': /patterns-without-underscore|underscore-is-literal/,
  'a pattern may match a part of a value': /patterns-match-a-part/,
  'patterns ignore case': /(patterns|like)-ignores?-case/,
  'lists use only their first value': /lists-use-the-first-value|in-first-only/,
  'ranges exclude their ends': /ranges-exclude-both-bounds/,
  'IS NULL and IS NOT NULL are swapped': /is-swapped/,
  'a token that is not authorized is answered 401': /wrong-token-is-401/,
  'an unknown route is answered 400': /unknown-route-is-400/,
  'a plus of a query is literal': /plus-is-no-blank/,
  'errors have the status 200': /errors-with-status-200/,
  'the list is always an envelope': /envelope-for-every-accept/,
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
