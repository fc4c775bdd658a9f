/** The value of a JSON text; undefined if the text is not valid JSON. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Members = Readonly<Record<string, unknown>>;

/** Returns the member at a path of keys, or undefined if there is none. */
export const memberAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((member, key) => (isObject(member) ? member[key] : undefined), value);

/** Whether the value is an object, and neither null nor a list. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
