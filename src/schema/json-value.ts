/** The value of a JSON text; undefined if the text is not valid JSON. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Members = Readonly<Record<string, unknown>>;

/**
 * Converts a value of a response or a file to a text. A text is returned unchanged, and any other
 * value as JSON. `String` would throw an error for `{"toString": 1}`.
 */
export const textOfValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');

/**
 * Converts a value of a response or a file to a number: 0 for a blank text, and NaN for another
 * text that is not a number.
 */
export const numberOfValue = (value: unknown): number =>
  typeof value === 'number' ? value : Number(textOfValue(value));

/** The message of an error, without a full stop at its end. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : textOfValue(error)).replace(/\.\s*$/, '');

/** The members of an object, or the elements of a list. Any other value has no members. */
export const membersOf = (value: unknown): Members => (isContainer(value) ? value : {});

const isContainer = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null;

/** Returns the member at a path of keys, or undefined if there is none. */
export const memberAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((member, key) => (isObject(member) ? member[key] : undefined), value);

/** Whether the value is an object, and neither null nor a list. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
