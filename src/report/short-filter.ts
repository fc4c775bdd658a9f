/** Shortens the description of a filter, such as `price > 9 AND (color = "red" OR name = "a")`. */

/** The maximum number of characters. A longer description is shortened. */
const LONGEST = 200;
/** The number of criteria at the beginning that remain, besides the last one. */
const FIRST = 3;

/** Matches texts, lists, and the operators between criteria. A text may contain ` AND `, too. */
const TOKENS = /"(?:[^"\\]|\\.)*"|\[(?:"(?:[^"\\]|\\.)*"|[^\]"])*\]| (?:AND|OR) /g;

/**
 * Long lists of values keep their first value. Many criteria keep the first ones and the last one.
 * What is left out is counted.
 */
export function shortFilter(text: string): string {
  if (text.length <= LONGEST) return text;
  const lists = text.replace(TOKENS, (token) => (token.startsWith('[') ? shortList(token) : token));
  if (lists.length <= LONGEST) return lists;
  const parts = partsOf(lists);
  const omitted = parts.length - FIRST - 1;
  if (omitted < 1) return cutInTheMiddle(lists);
  const [first, last] = [parts.slice(0, FIRST), parts.slice(-1)];
  const kept = `${first.join('')} … (${omitted} more criteria) …${last.join('')}`;
  return kept.length <= LONGEST ? kept : cutInTheMiddle(kept);
}

function shortList(list: string): string {
  const values = list.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|[^,"]+/g) ?? [];
  return values.length < 3 ? list : `[${values[0]}, … ${values.length - 1} more]`;
}

/** The criteria, each with the operator before it. */
function partsOf(text: string): readonly string[] {
  const starts = [...text.matchAll(TOKENS)]
    .filter(([token]) => token.startsWith(' '))
    .map(({ index }) => index);
  return [0, ...starts].map((start, at) => text.slice(start, starts[at]));
}

/** Both ends of a long text say more than its beginning alone. */
function cutInTheMiddle(text: string): string {
  if (text.length <= LONGEST) return text;
  const length = LONGEST / 2;
  return `${withoutCutCharacters(text.slice(0, length))}…${withoutCutCharacters(text.slice(-length))}`;
}

/** Removes half characters at both ends, where a character beyond the basic plane was divided. */
const withoutCutCharacters = (text: string): string =>
  text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
