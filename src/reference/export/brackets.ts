/** Parses query strings in PHP's bracket notation. */

/**
 * A node of a query such as `a[0][b]=1&a[0][c][]=2`. As in PHP, a repeated name keeps its last
 * value, and `[]` uses the next index. Keys are stored in a Map, which has no prototype that a key
 * could change.
 */
export class Branch {
  readonly entries = new Map<string, Branch | string>();
  /** Whether an entry was written with `[]` instead of an index. */
  appended = false;

  /** Returns the values of a list in the order of their indexes. The indexes may have gaps. */
  inOrder(): (Branch | string)[] {
    return [...this.entries].sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
  }

  /** Whether all keys are whole numbers. */
  isList(): boolean {
    return [...this.entries.keys()].every((key) => /^\d+$/.test(key));
  }
}

/** Thrown for too many parameters or brackets, and for invalid escapes. */
export class UnreadableQuery extends Error {}

/** The maximum number of parameters in a query string. */
const MAX_PARAMETERS = 2000;
/** The maximum number of pairs of brackets in a name. */
const MAX_DEPTH = 8;

/** `search` is the query string without the question mark. Throws `UnreadableQuery`. */
export function parseBrackets(search: string): Branch {
  const root = new Branch();
  if (search === '') return root;
  const pairs = search.split('&');
  if (pairs.length > MAX_PARAMETERS)
    throw new UnreadableQuery(`more than ${MAX_PARAMETERS} query parameters`);
  for (const pair of pairs) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    const name = decode(cut < 0 ? pair : pair.slice(0, cut));
    put(root, path(name), cut < 0 ? '' : decode(pair.slice(cut + 1)));
  }
  return root;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new UnreadableQuery('the query string is not valid percent-encoded UTF-8');
  }
}

/**
 * Splits a name into keys: the keys of `a[b][]` are a, b and ''. A name that begins with a bracket,
 * or whose first bracket is not closed, is a single key. Text after the brackets is ignored.
 */
function path(name: string): string[] {
  const open = name.indexOf('[');
  const brackets = open < 1 ? null : /^(?:\[[^\]]*\])+/.exec(name.slice(open));
  if (brackets === null) return [name];
  const keys = brackets[0].slice(1, -1).split('][');
  if (keys.length > MAX_DEPTH)
    throw new UnreadableQuery(`brackets nested more than ${MAX_DEPTH} deep`);
  return [name.slice(0, open), ...keys];
}

function put(root: Branch, keys: readonly string[], value: string): void {
  let branch = root;
  keys.forEach((key, depth) => {
    const index = key === '' && depth > 0 ? nextIndex(branch) : key;
    if (depth === keys.length - 1) {
      branch.entries.set(index, value);
      return;
    }
    const existing = branch.entries.get(index);
    const next = existing instanceof Branch ? existing : new Branch();
    branch.entries.set(index, next);
    branch = next;
  });
}

function nextIndex(branch: Branch): string {
  branch.appended = true;
  let highest = -1;
  for (const key of branch.entries.keys())
    if (/^\d+$/.test(key)) highest = Math.max(highest, Number(key));
  return String(highest + 1);
}
