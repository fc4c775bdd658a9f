/**
 * A mistake of the user in options or settings. It ends the command with exit code 2. The message
 * names the setting, the value and the remedy.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
