/** What a target may offer, in the order in which it is judged. */
export const INTERFACES = ['export', 'templates', 'platform', 'handover'] as const;
