/** Malformed tokens that the server takes for well-formed ones of somebody else. */

import { documented } from '../model/error-table.js';
import type { Exchange } from '../model/exchange.js';
import { isWellFormedToken } from '../model/mistakes.js';
import type { ExportReading } from './reading.js';
import { errorFor, isList } from './which-error.js';

const FORBIDDEN = documented['not authorized'].status;

/** A character in a sentence: in backticks if it is visible ASCII and no backtick itself. */
const inWords = (character: string): string => {
  if (character === ' ') return 'a blank';
  return /^[!-_a-~]$/.test(character)
    ? `\`${character}\``
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
};

/** Characters that make a token malformed, although the server allows them. */
function allowedCharacters(violated: readonly Exchange[]): readonly ExportReading[] {
  const isWrong = (exchange: Exchange): boolean =>
    errorFor(exchange) === 'token format' && exchange.answer.status === FORBIDDEN;
  const characters = new Set(
    violated.filter(isWrong).flatMap(({ question }) => question.token?.match(/[^\w-]/gu) ?? []),
  );
  const each = [...characters].map((one) => [one]);
  return (characters.size > 1 ? [[...characters], ...each] : each).map((some) => ({
    id: `errors.allowed-characters.${some.map(inWords).join('')}`,
    mistake: `errors.is-${FORBIDDEN}`,
    clause: 'EXP-AUTH-2',
    sentence: `a token with ${some.map(inWords).join(' or ')} gets status ${FORBIDDEN} instead of ${documented['token format'].status}`,
    touches: ({ token }) => some.some((one) => token?.includes(one)),
    response: (exchange) =>
      errorFor(exchange) === 'token format'
        ? exchange.answer.status === FORBIDDEN && !isList(exchange.answer)
        : undefined,
  }));
}

/**
 * A server may cut a token before it checks the format. It is assumed to keep at least this number
 * of characters.
 */
const CHECKED_LENGTH = 64;

const formatOfBeginning: ExportReading = {
  id: 'errors.format-of-beginning',
  clause: 'EXP-AUTH-2',
  sentence: `the format of a token is checked only at its beginning: with other characters far behind it gets status ${FORBIDDEN} instead of ${documented['token format'].status}`,
  touches: ({ token }) => (token?.length ?? 0) > CHECKED_LENGTH,
  response: (exchange) => {
    const { token } = exchange.question;
    return errorFor(exchange) === 'token format' &&
      typeof token === 'string' &&
      isWellFormedToken(token.slice(0, CHECKED_LENGTH))
      ? exchange.answer.status === FORBIDDEN
      : undefined;
  },
};

export const malformedTokens = (violated: readonly Exchange[]): readonly ExportReading[] => [
  formatOfBeginning,
  ...allowedCharacters(violated),
];
