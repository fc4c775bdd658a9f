import { messageOf } from '../schema/json-value.js';
import { UsageError } from './usage-error.js';

/** Throws a UsageError that names `place` if the text is not valid JSON. */
export function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${place} is not valid JSON: ${messageOf(error)}.`);
  }
}
