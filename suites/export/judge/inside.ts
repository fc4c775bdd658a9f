/** A window inside the matches, so that limit and offset both show. */
export const inside = (count: number): { readonly limit: number; readonly offset: number } => ({
  limit: Math.min(100, Math.max(1, Math.floor(count / 3))),
  offset: Math.max(1, Math.floor(count / 3)),
});
