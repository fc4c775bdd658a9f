/**
 * Returns a function that finds an item by its id. The function throws a `RangeError` if there is
 * no such item.
 */
export function byId<T extends { readonly id: string }>(
  kind: string,
  all: readonly T[],
): (id: string) => T {
  const itemsById = new Map(all.map((one) => [one.id, one]));
  return (id) => {
    const item = itemsById.get(id);
    if (item === undefined) throw new RangeError(`there is no ${kind} ${id}`);
    return item;
  };
}
