/** Texts that one reduction remembers. */
const MOST = 50_000;

/** A reduction of texts that is worked out once for each: data holds the same ones again and again. */
export function memoized(reduce: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const reduced = known.get(text) ?? reduce(text);
    if (known.size >= MOST && !known.has(text)) known.clear();
    known.set(text, reduced);
    return reduced;
  };
}
