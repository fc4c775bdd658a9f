/** What `assay list` can list. */
export const LISTS = ['clauses', 'checks', 'defects', 'profiles', 'shapes', 'openapi'] as const;

export type Listing = (typeof LISTS)[number];
