/**
 * Mistakes by which single forgeries get templates. `signatures.ts` has the mistakes that make a
 * server accept whole kinds of tokens.
 */

import { altered } from '../../../src/protocol/templates/jwt.js';
import { type CallExchange, isCall, tokenOf } from '../exchange.js';
import type { Facts } from '../facts.js';
import { MALFORMED, namesOf, TESTED_ALONE, TESTED_TOGETHER } from '../forgeries.js';
import { CLAUSES_OF_CALLS, mustBeRefused, returnsTemplates } from './call-mistake.js';
import type { TemplatesMistake } from './mistake.js';

/**
 * Forgeries of a signature or of claims. A mistake of `signatures.ts` that accepts one of them also
 * accepts other tokens.
 */
const TAMPERED = {
  'tampered-signature': TESTED_ALONE['tampered-signature'],
  'tampered-end': TESTED_ALONE['tampered-end'],
  'tampered-payload': TESTED_ALONE['tampered-payload'],
  'no-signature': TESTED_ALONE['no-signature'],
  zeros: TESTED_TOGETHER.zeros,
} as const;

const FORGERIES = { ...TAMPERED, ...MALFORMED } as const;
type Name = keyof typeof FORGERIES;

/** Which forgery the token of a call is, made from a token with the same signature or claims. */
const forgeryOf = ({ question }: CallExchange, { issued }: Facts): Name | undefined => {
  const token = tokenOf(question.authorization) ?? '';
  const originals = [...issued.keys()].filter((own) => {
    const at = own.lastIndexOf('.');
    return token.startsWith(own.slice(0, at + 1)) || token.endsWith(own.slice(at));
  });
  return namesOf(FORGERIES).find((name) =>
    originals.some((own) => altered(own, FORGERIES[name][1]) === token),
  );
};

/** Forgeries that a mistake accepts. A group explains responses only if each one is accepted. */
interface Kind {
  readonly id: string;
  readonly sentence: string;
  readonly clause: 'ETM-AUTH-4' | 'ETM-HARD-1';
  readonly names: readonly Name[];
}

const SINGLE: readonly Kind[] = namesOf(FORGERIES).map((name) => {
  const [description] = FORGERIES[name];
  const words = description.startsWith('a token') ? description : `a token with ${description}`;
  return {
    id: name,
    sentence: `${words}${words.includes(',') ? ',' : ''} gets templates`,
    clause: name in MALFORMED ? 'ETM-HARD-1' : 'ETM-AUTH-4',
    names: [name],
  };
});

/** The narrowest group comes first. */
const GROUPS: readonly Kind[] = [
  {
    id: 'in-base64',
    sentence: 'a token whose signature is written in base64, not in base64url, gets templates',
    clause: 'ETM-HARD-1',
    names: ['signature-in-base64', 'signature-with-padding'],
  },
  {
    id: 'read-leniently',
    sentence:
      'a token gets templates whose signature has characters of base64, or others outside base64url',
    clause: 'ETM-HARD-1',
    names: [
      'signature-with-tilde',
      'signature-with-tildes',
      'signature-in-base64',
      'signature-with-padding',
    ],
  },
  {
    id: 'malformed',
    sentence: 'a token gets templates whatever its signature has outside base64url',
    clause: 'ETM-HARD-1',
    names: namesOf(MALFORMED),
  },
];

export const forgedTokenMistakes: readonly TemplatesMistake[] = [...SINGLE, ...GROUPS].map(
  ({ id, sentence, clause, names }) => ({
    id: `templates.forged-${id}`,
    // The mistake `other-characters` of `signatures.ts` has the same id. If both explain the same
    // responses, only that one is named, because it is listed first.
    mistake: clause === 'ETM-HARD-1' ? 'templates.other-characters' : 'templates.forged',
    clause,
    sentence,
    breaks: CLAUSES_OF_CALLS,
    isPlain: true,
    predicts(exchange, facts) {
      if (!isCall(exchange) || !mustBeRefused(exchange, facts)) return undefined;
      const forgery = forgeryOf(exchange, facts);
      return forgery !== undefined && names.includes(forgery)
        ? returnsTemplates(exchange, facts)
        : undefined;
    },
  }),
);
