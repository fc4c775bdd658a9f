/** Makes a function that finds an item by its id and throws a `RangeError` if there is none. */
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
