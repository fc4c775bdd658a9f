/**
 * Returns `A`, `A and B`, or `A, B and C`. `Intl.ListFormat` is not used, because it would need 12
 * ms at each start.
 */
export function listInWords(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
