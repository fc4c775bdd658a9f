/**
 * Defects that a client shows which only pages through the lists: recordings are tried with them.
 */
export const SEEN_BY_CLIENTS = [
  'export.filter.equals-trims',
  'export.filter.at-least-is-above',
  'export.filter.below-is-at-most',
  'export.filter.at-most-compares-as-text',
  'export.filter.above-takes-null',
  'export.arrange.fractions-not-sorted',
  'export.arrange.plain-format-unsorted',
  'export.lists.limit-echoes-the-default',
  'export.lists.total-counts-pages',
  'export.lists.limit-capped-at-25',
  'export.lists.limit-as-text',
  'export.lists.total-without-meta',
  'export.lists.later-pages-as-object',
  'export.negotiation.json-gets-the-envelope',
  'export.errors.auth-errors-under-message',
  'export.auth.missing-token-taken-for-malformed',
  'export.auth.missing-destination-text-in-other-case',
  'platform.border-lost',
  'platform.third-page-short',
  'platform.next-is-current',
] as const;

/** Defects of all interfaces that the requests of a run show to somebody who only reads them. */
export const SEEN_IN_RUNS = [
  ...SEEN_BY_CLIENTS,
  'export.lists.limit-ignored',
  'export.arrange.numbers-sorted-as-text',
  'export.arrange.sorted-downwards',
  'export.like.like-ignores-case',
  'platform.last-entity-lost',
  'tokens.refresh-token-issued',
] as const;
