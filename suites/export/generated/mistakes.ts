import type { Context } from '../../../src/harness/suite.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { exportOf } from '../ask.js';
import { registered, tokensFor } from '../authentication/shaped-tokens.js';
import { UNKNOWN_PATHS } from '../routes/unknown-route.js';
import { pick } from './material.js';

/** What a mistake changes of a request; undefined where the settings of the target do not allow it. */
type Made = (context: Pick<Context, 'target' | 'secrets'>, random: () => number) => ProductsQuestion | undefined;

const own = ({ target }: Pick<Context, 'target'>) => exportOf({ target }).destination ?? { id: 0, token: '' };

/** The mistakes that a request may make, one at a time: an error hides what else is asked, so they have rows of their own. */
export const MISTAKES = {
  none: () => ({}),
  'no token': () => ({ token: null }),
  'a malformed token': (context) => ({ token: `${own(context).token}.x` }),
  'a foreign token': () => ({ token: 'assay-foreign-token' }),
  'a token almost right': (context, random) => {
    const near = pick(tokensFor(context, 'export.auth.token-near'), random);
    return { token: near === undefined ? `${own(context).token}x` : registered(context, [near])[0] };
  },
  'the token of another destination': (context) => {
    const { otherDestination } = exportOf(context);
    return otherDestination && { token: otherDestination.token };
  },
  'no destination': () => ({ destinationId: null }),
  'a malformed destination': (context) => ({ destinationId: `${own(context).id}abc` }),
  'a destination without data': (context) => {
    const { emptyDestination } = exportOf(context);
    return emptyDestination && { destination: emptyDestination };
  },
  'an unknown route': () => ({ route: { path: UNKNOWN_PATHS[0] } }),
  // No mistake, but of its data nothing is known.
  'another destination': (context) => {
    const { otherDestination } = exportOf(context);
    return otherDestination && { destination: otherDestination };
  },
} as const satisfies Readonly<Record<string, Made>>;
export type MistakeName = keyof typeof MISTAKES;

export const mistakeNames = Object.keys(MISTAKES) as readonly MistakeName[];
