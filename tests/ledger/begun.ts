/** How the header of every ledger begins that is made by hand. */
export const BEGUN = {
  type: 'header',
  tool: { name: 'assay', version: '0.1.0' },
  document: 'd0c',
  startedAt: '2026-01-02T03:04:05.000Z',
  seed: 1,
  strict: false,
  plan: 'p1a',
} as const;
