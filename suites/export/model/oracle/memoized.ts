/**
 * Computes a result once for each key, as long as there are not too many, because data has the same
 * values again and again.
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

/** Computes a result once for each object, as long as it is in use. */
export function keptFor<K extends WeakKey, V>(work: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>();
  return (of) => {
    const found = known.get(of);
    if (found !== undefined) return found;
    const made = work(of);
    known.set(of, made);
    return made;
  };
}

/** Items by a common property, in their order. */
export function grouped<T, K>(items: Iterable<T>, of: (item: T) => K): ReadonlyMap<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = of(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
