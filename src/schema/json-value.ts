/** The value of a JSON text; undefined if the text is not valid JSON. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Members = Readonly<Record<string, unknown>>;

/** Whether the value is an object, and neither null nor a list. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
