/** The interfaces of the document, in the order in which a run tests them. */
export const INTERFACES = ['export', 'templates', 'platform', 'handover'] as const;
