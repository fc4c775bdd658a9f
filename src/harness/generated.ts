/** The name under which plans and lists of check ids contain the generated requests. */
export const GENERATED = 'generated';
