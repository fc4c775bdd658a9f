/** The values that take the place of missing secrets. */

/**
 * Returns a stand-in for a missing secret, so that requests can be built for a plan or a recording.
 * No server would accept this value. For a client secret it contains reserved characters, so that
 * the raw and the form-encoded Basic credentials differ.
 */
export const standInFor = (name: string): string =>
  name.endsWith('_SECRET') ? `Stand-In+for%${name}-7x` : `Stand-In_for_${name}-7x`;

/** Returns the name of the secret that a stand-in replaces, or undefined for any other value. */
export const nameOfStandIn = (value: string): string | undefined =>
  /^Stand-In(?:_for_|\+for%)(\w+)-7x$/.exec(value)?.[1];
