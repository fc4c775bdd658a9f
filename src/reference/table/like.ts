/** Compiles LIKE patterns. */

/** Returns whether the pattern matches the whole text. */
export type Match = (text: string) => boolean;

/** These numbers stand for `%` and `_` among the code points of a pattern. */
const ANY_RUN = -1;
const ANY_ONE = -2;

/**
 * Compiles a pattern. `%` matches any text, and `_` matches any one code point. A backslash makes
 * the next character literal, as in PostgreSQL and MySQL. The number of steps is at most the length
 * of the pattern multiplied by the length of the text.
 */
export function compileLike(pattern: string): Match {
  const parts = partsOf(pattern);
  return parts.includes(ANY_ONE) ? (text) => matchesStepwise(parts, text) : segmentMatch(parts);
}

function partsOf(pattern: string): number[] {
  const result: number[] = [];
  const points = [...pattern];
  for (let index = 0; index < points.length; index += 1) {
    const point = points[index];
    if (point === '\\' && index + 1 < points.length) {
      index += 1;
      result.push(points[index]?.codePointAt(0) ?? 0);
    } else if (point === '%') result.push(ANY_RUN);
    else if (point === '_') result.push(ANY_ONE);
    else result.push(point?.codePointAt(0) ?? 0);
  }
  return result;
}

/** Compiles a pattern without `_`. It finds the texts between `%` with `indexOf`, which is fast. */
function segmentMatch(parts: readonly number[]): Match {
  const segments = [''];
  for (const part of parts) {
    if (part === ANY_RUN) segments.push('');
    else segments.push(`${segments.pop() ?? ''}${String.fromCodePoint(part)}`);
  }
  const start = segments.shift() ?? '';
  const end = segments.pop();
  if (end === undefined) return (text) => text === start;
  const middle = segments.filter((segment) => segment !== '');
  return (text) => {
    if (text.length < start.length + end.length || !text.startsWith(start) || !text.endsWith(end))
      return false;
    let from = start.length;
    const limit = text.length - end.length;
    for (const segment of middle) {
      const found = text.indexOf(segment, from);
      if (found < 0 || found + segment.length > limit) return false;
      from = found + segment.length;
    }
    return true;
  };
}

/**
 * Compares the text with the pattern from the start to the end. After a mismatch the last `%`
 * matches one more code point, and the comparison continues after this code point.
 */
function matchesStepwise(parts: readonly number[], text: string): boolean {
  let at = 0;
  let part = 0;
  let lastRun = -1;
  let runEnd = 0;
  while (at < text.length) {
    const point = text.codePointAt(at) ?? 0;
    const wanted = parts[part];
    if (wanted === ANY_ONE || wanted === point) {
      at += codeUnitsOf(point);
      part += 1;
    } else if (wanted === ANY_RUN) {
      lastRun = part;
      runEnd = at;
      part += 1;
    } else if (lastRun >= 0) {
      runEnd += codeUnitsOf(text.codePointAt(runEnd) ?? 0);
      at = runEnd;
      part = lastRun + 1;
    } else return false;
  }
  while (parts[part] === ANY_RUN) part += 1;
  return part === parts.length;
}

const codeUnitsOf = (point: number): number => (point > 0xffff ? 2 : 1);
