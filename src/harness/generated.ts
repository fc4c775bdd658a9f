/** Plans and lists of check ids contain the generated requests under this name. */
export const GENERATED = 'generated';
