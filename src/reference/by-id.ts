/**
 * Returns a function that finds an item by its id, and throws a `RangeError` for an unknown id.
 * `kind` is what the message calls an item.
 */
export function byId<T extends { readonly id: string }>(
  kind: string,
  all: readonly T[],
): (id: string) => T {
  const itemsById = new Map(all.map((item) => [item.id, item]));
  return (id) => {
    const item = itemsById.get(id);
    if (item === undefined) throw new RangeError(`there is no ${kind} ${id}`);
    return item;
  };
}
