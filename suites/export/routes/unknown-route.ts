/**
 * Paths that name no route, plain and odd, already percent-encoded. None has two, four or seven segments, raw or
 * decoded, for those could name a route with odd ids.
 */
export const UNKNOWN_PATHS = [
  '/assay/unknown/route',
  '/assay/no/such/%22quoted%22/route',
  '/assay/no/such/a%2Fb/route',
  '/assay/no/such/%C3%A9%E4%BD%A0/route',
  '/sites/1/channels',
] as const;
