/** The values that take the place of missing secrets. */

/**
 * Returns a placeholder for a missing secret, so that requests can be built, as for a plan or for
 * a recording, although no server would accept them. For a client secret it contains reserved
 * characters, so that the raw and the form-encoded Basic credentials differ.
 */
export const standInFor = (name: string): string =>
  name.endsWith('_SECRET') ? `Stand-In+for%${name}-7x` : `Stand-In_for_${name}-7x`;

/** Returns the name of the secret in a placeholder, or undefined for any other value. */
export const nameOfStandIn = (value: string): string | undefined =>
  /^Stand-In(?:_for_|\+for%)(\w+)-7x$/.exec(value)?.[1];
