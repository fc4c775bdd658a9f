import { isObject } from '../../schema/json-value.js';

/** Addresses and the name of a target are compared by themselves. */
const COMPARED_ELSEWHERE = /(?:^|\.)(?:baseUrl|authUrl|name)$/;

/** The settings that differ between two target files, by their path, such as `pace`. */
export function changedSettings(
  before: unknown,
  after: unknown,
): Readonly<Record<string, { readonly from: string; readonly to: string }>> {
  const was = leavesOf(before);
  const is = leavesOf(after);
  const paths = [...new Set([...was.keys(), ...is.keys()])].sort();
  return Object.fromEntries(
    paths.flatMap((path) => {
      const from = was.get(path) ?? 'not set';
      const to = is.get(path) ?? 'not set';
      return from === to || COMPARED_ELSEWHERE.test(path) ? [] : [[path, { from, to }] as const];
    }),
  );
}

/** The values of settings by their paths; a list is one value. */
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
