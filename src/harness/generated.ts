/** The last part of the id under which a suite plans and reports its generated requests. */
export const GENERATED = 'generated';
