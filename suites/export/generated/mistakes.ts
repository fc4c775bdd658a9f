import type { ExportTarget } from '../../../src/harness/suite.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { UNKNOWN_PATHS } from '../routes/unknown-route.js';

/** What a mistake changes of a request; undefined where the settings do not allow it. `near` is a token almost right. */
type Made = (target: ExportTarget, near: () => string | undefined) => ProductsQuestion | undefined;

/** The mistakes that a request may make, one at a time: an error hides what else is asked, so they have rows of their own. */
export const MISTAKES = {
  none: () => ({}),
  'no token': () => ({ token: null }),
  'a malformed token': ({ destination }) => ({ token: `${destination?.token}.x` }),
  'a foreign token': () => ({ token: 'assay-foreign-token' }),
  'a token almost right': ({ destination }, near) => ({ token: near() ?? `${destination?.token}x` }),
  'the token of another destination': ({ otherDestination }) => otherDestination && { token: otherDestination.token },
  'no destination': () => ({ destinationId: null }),
  'a malformed destination': ({ destination }) => ({ destinationId: `${destination?.id}abc` }),
  'a destination without data': ({ emptyDestination }) => emptyDestination && { destination: emptyDestination },
  'an unknown route': () => ({ route: { path: UNKNOWN_PATHS[0] } }),
  // No mistake, but of its data nothing is known.
  'another destination': ({ otherDestination }) => otherDestination && { destination: otherDestination },
} as const satisfies Readonly<Record<string, Made>>;
export type MistakeName = keyof typeof MISTAKES;

export const mistakeNames = Object.keys(MISTAKES) as readonly MistakeName[];
