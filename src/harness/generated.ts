/** Stands for the generated requests of a run, in a plan and among the ids of checks. */
export const GENERATED = 'generated';
