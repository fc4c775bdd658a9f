/** Makes a function that finds an item by its id and throws a `RangeError` if there is none. */
export function byId<T extends { readonly id: string }>(
  kind: string,
  all: readonly T[],
): (id: string) => T {
  const known = new Map(all.map((one) => [one.id, one]));
  return (id) => {
    const found = known.get(id);
    if (found === undefined) throw new RangeError(`there is no ${kind} ${id}`);
    return found;
  };
}
