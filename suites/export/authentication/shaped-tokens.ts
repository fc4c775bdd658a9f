import { askedBy } from '../../../src/harness/place.js';
import type { Context } from '../../../src/harness/suite.js';
import { type ShapedText, shaped, TEXTS } from '../../../src/protocol/shapes/text.js';
import { exportOf } from '../ask.js';
import { PLACES } from '../places.js';

/** The right token in the shapes that a check asks. */
export const tokensFor = (context: Pick<Context, 'target'>, check: string): readonly ShapedText[] =>
  shaped(exportOf(context).destination?.token ?? '', askedBy(PLACES['X-EA-Auth-Token'], check, TEXTS), 'EXPORT_TOKEN');

/** Tokens made from the right one, each hidden in what is stored. */
export function registered(context: Context, made: readonly ShapedText[]): readonly string[] {
  for (const { value, about, recipe } of made) context.secrets.register(value, `EXPORT_TOKEN_${about}`, recipe);
  return made.map(({ value }) => value);
}
