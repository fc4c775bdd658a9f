/**
 * Returns a function that keeps its results, because data contains the same values many times. When
 * the number of results reaches `most`, all of them are dropped.
 */
export function memoized<K, V>(work: (key: K) => V, most = 50_000): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = work(key);
    if (known.size >= most) known.clear();
    known.set(key, made);
    return made;
  };
}

/** Returns a function that keeps a result as long as its argument is in use. */
export function memoizedByObject<K extends WeakKey, V>(work: (object: K) => V): (object: K) => V {
  const known = new WeakMap<K, V>();
  return (object) => {
    const found = known.get(object);
    if (found !== undefined) return found;
    const made = work(object);
    known.set(object, made);
    return made;
  };
}

let named = 0;
/** A name of an object, for keys. */
export const nameOf = memoizedByObject((_: WeakKey): number => {
  named += 1;
  return named;
});

/** Groups items by a key. Groups, and the items of a group, keep their order. */
export function grouped<T, K>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
