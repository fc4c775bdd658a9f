/** Mistakes by which a token endpoint accepts wrong credentials. */

import { COMPARISONS } from '../../../src/protocol/shapes/comparisons.js';
import { tokenIn } from '../../../src/protocol/templates/jwt.js';
import {
  type Mistake as Change,
  sentFor,
  type TokenQuestion,
} from '../../../src/protocol/templates/token-request.js';
import type { TemplatesTarget } from '../../../src/settings/target.js';
import { type Exchange, faultOf, isTokenRequest } from '../exchange.js';
import { type TemplatesMistake, TOKEN_SCOPES } from './mistake.js';

/** The id or the secret that was sent, beside the right one. */
interface Compared {
  readonly part: 'id' | 'secret';
  readonly sent: string;
  readonly right: string;
}

/** Undefined unless exactly one part, id or secret, is wrong, and both forms of it are known. */
function comparedIn(
  { client, mistake }: TokenQuestion,
  settings: TemplatesTarget,
): Compared | undefined {
  if (mistake === undefined || client === 'nobody') return undefined;
  const [sent, right] = [sentFor(client, mistake, settings), sentFor(client, undefined, settings)];
  const part = mistake.startsWith('id ') ? 'id' : 'secret';
  const [wrong, correct] = [sent?.[part], right?.[part]];
  return wrong === undefined || correct === undefined
    ? undefined
    : { part, sent: wrong, right: correct };
}

/**
 * Compares the response with what a server sends that accepts the credentials, or refuses them. A
 * refusal with another status is another mistake.
 */
function isAsExpected({ answer }: Exchange, isAccepted: boolean): boolean | undefined {
  const isIssued = tokenIn(answer) !== undefined;
  if (isAccepted) return isIssued;
  if (isIssued) return false;
  return answer.status === 401 ? true : undefined;
}

const PARTS = { secret: 'the secret', id: 'the client id' } as const;

/** No id and no secret is sent that would tell this one from `contains-in-long`. */
const NOT_TOLD_APART = 'more-after-in-long';

const comparisons: readonly TemplatesMistake[] = (['secret', 'id'] as const).flatMap((part) =>
  COMPARISONS.filter(({ id }) => id !== NOT_TOLD_APART).flatMap(({ id, words, accepts }) =>
    TOKEN_SCOPES.map(
      (scope): TemplatesMistake => ({
        id: `tokens.${part}-${id}.${scope.id}`,
        mistake: `tokens.${part}-${id}`,
        clause: 'TOK-ERR-1',
        sentence: `${PARTS[part]} ${words}${scope.words}`,
        breaks: ['TOK-ERR-1', 'TOK-ERR-5'],
        predicts(exchange) {
          if (!isTokenRequest(exchange) || faultOf(exchange.question) !== 'credentials')
            return undefined;
          const compared = comparedIn(exchange.question, exchange.settings);
          if (compared?.part !== part || !scope.holds(exchange.question)) return undefined;
          return isAsExpected(exchange, accepts(compared.sent, compared.right));
        },
      }),
    ),
  ),
);

/** Wrong credentials that are not made by changing the right id or secret. */
const OTHERS: readonly (readonly [Change, string])[] = [
  ['secret left out', 'a token request without a secret gets a token'],
  [
    'secret in a list',
    'a token request with `client_secret[]=assay` and no `client_secret` gets a token',
  ],
  [
    'secret of another client',
    'a token request with the id of one client and the secret of another gets a token',
  ],
];

const others: readonly TemplatesMistake[] = OTHERS.flatMap(([change, sentence]) =>
  TOKEN_SCOPES.map(
    (scope): TemplatesMistake => ({
      id: `tokens.${change.replaceAll(' ', '-')}.${scope.id}`,
      mistake: `tokens.${change}`,
      clause: 'TOK-ERR-1',
      sentence: `${sentence}${scope.words}`,
      breaks: ['TOK-ERR-1', 'TOK-ERR-5'],
      isPlain: true,
      predicts: (exchange) =>
        isTokenRequest(exchange) &&
        exchange.question.mistake === change &&
        scope.holds(exchange.question)
          ? isAsExpected(exchange, true)
          : undefined,
    }),
  ),
);

export const credentialMistakes: readonly TemplatesMistake[] = [...comparisons, ...others];
