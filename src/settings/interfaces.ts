/** In the order of the run. */
export const INTERFACES = ['export', 'templates', 'platform', 'handover'] as const;
