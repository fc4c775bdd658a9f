/** Compares the settings of two runs. */

import { isObject } from '../../schema/json-value.js';

/** The comparison of runs treats addresses and the name of a target separately. */
const COMPARED_ELSEWHERE = /(?:^|\.)(?:baseUrl|authUrl|name)$/;

/** Returns the settings that differ, by their path, such as `pace`. */
export function changedSettings(
  before: unknown,
  after: unknown,
): Readonly<Record<string, { readonly from: string; readonly to: string }>> {
  const earlier = leavesOf(before);
  const later = leavesOf(after);
  const paths = [...new Set([...earlier.keys(), ...later.keys()])].sort();
  return Object.fromEntries(
    paths.flatMap((path) => {
      const from = earlier.get(path) ?? 'not set';
      const to = later.get(path) ?? 'not set';
      return from === to || COMPARED_ELSEWHERE.test(path) ? [] : [[path, { from, to }] as const];
    }),
  );
}

/** A list counts as one value. */
function leavesOf(value: unknown, path = ''): ReadonlyMap<string, string> {
  if (!isObject(value)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return new Map(value === undefined ? [] : [[path, text]]);
  }
  return new Map(
    Object.entries(value).flatMap(([name, member]) => [
      ...leavesOf(member, path === '' ? name : `${path}.${name}`),
    ]),
  );
}
