/** Takes at most `most` items, evenly spread over the list. */
export const spread = <T>(list: readonly T[], most: number): readonly T[] =>
  list.length <= most
    ? list
    : Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)] as T);
