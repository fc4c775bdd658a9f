/**
 * The user's mistake: wrong usage or configuration, exit code 2. Its message names the setting, the
 * value and the remedy.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
