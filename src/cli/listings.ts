/** What `assay list` can list. */
export const LISTS = ['clauses', 'checks', 'defects', 'profiles', 'openapi'] as const;

export type Listing = (typeof LISTS)[number];
