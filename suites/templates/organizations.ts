/** The clause that a token gives access only to the templates of its organization (ETM-AUTH-5). */

import type { Context } from '../../src/harness/context.js';
import { describeAnswer, skip } from '../../src/harness/finding.js';
import { holdsIf, must } from '../../src/harness/topic.js';
import { itemsIn, textsIn, tokenIn } from '../../src/protocol/templates/jwt.js';
import { isDocumentedCall, type Question } from '../../src/protocol/templates/question.js';
import type { Owner, TokenQuestion } from '../../src/protocol/templates/token-request.js';
import { ask } from './ask.js';
import { type Exchange, faultOf, isCall, isTokenRequest, tokenOf } from './exchange.js';
import type { Facts } from './facts.js';
import { credentialOf } from './rights.js';
import { accessToken, basicTokenExchange, controlResponse, needToken } from './tokens.js';
import { BY_FORM, callWith, ofCall, type TemplatesTopics } from './topic.js';

/**
 * With at least this budget, the check also uses the first token again, and a third token, whose
 * token request names both clients.
 */
const BUDGET_FOR_FURTHER_CALLS = 5;

export const organizations = {
  'ETM-AUTH-5': {
    clause: must('a token gives access to the templates of its own organization only')
      .in('Authentication, Export-template API, item 1')
      .judged('Compares the templates that are returned for the tokens of two organizations.'),
    rule: ofCall(({ question, answer }, facts) => {
      const owner = facts.issued.get(tokenOf(question.authorization) ?? '')?.question.client;
      const own = owner && facts.items.get(owner);
      if (own === undefined || credentialOf(question, facts) !== 'issued') return undefined;
      const texts = [...textsIn(answer)];
      const known = [...facts.items.values()].flatMap((items) => [...items]);
      const ofOthers = known.filter((text) => !own.has(text));
      const leaked = texts.filter((text) => ofOthers.includes(text));
      if (leaked.length > 0) return foreignTemplates(leaked);
      // Only calls without query parameters are compared, because the document defines none.
      if (!answer.ok || !isDocumentedCall(question)) return undefined;
      const isSame = texts.length === own.size && texts.every((text) => own.has(text));
      return holdsIf(
        isSame,
        `the same ${own.size} templates as in earlier responses`,
        `${texts.length} templates`,
      );
    }),
    relation: (exchanges, facts, { note }) => [
      ...sharedToken(exchanges),
      ...sharedTemplates(exchanges, facts, note),
    ],
    checks: {
      'templates.bearer.organization': {
        title: 'the tokens of two organizations',
        requests: { own: { least: 2, most: 5 } },
        needs: ['templates.baseUrl', 'templates.otherClient'],
        walks: callsOfBoth,
      },
    },
  },
} satisfies TemplatesTopics;

const OTHER_BY_FORM = { ...BY_FORM, client: 'other' } as const;

/**
 * Returns a token request and a call for each organization. If the budget suffices, it also
 * returns a call with a token whose request names both clients.
 */
async function callsOfBoth(context: Context): Promise<readonly Question[]> {
  const token = await accessToken(context);
  const listOfFirst = await controlResponse(context);
  const other = needToken(await ask(context, OTHER_BY_FORM));
  const listOfOther = await ask(context, callWith(other));
  if (!listOfOther.ok) {
    const control = 'the target must accept the token of the second organization';
    skip('prerequisite', `${control}, but returns ${describeAnswer(listOfOther)}`);
  }
  if (itemsIn(listOfFirst).length + itemsIn(listOfOther).length === 0) {
    skip('data', 'needs a template in one of the two organizations');
  }
  const calls = [BY_FORM, OTHER_BY_FORM, ...[token, other].map(callWith)];
  if (context.budget.requests < BUDGET_FOR_FURTHER_CALLS) return calls;
  // A server may keep the organization in a variable that each token request sets.
  await ask(context, callWith(token), { fresh: true });
  const { question } = await basicTokenExchange(context);
  const named: TokenQuestion = { ...question, writing: 'naming another client' };
  const third = tokenIn(await ask(context, named));
  return third === undefined ? calls : [...calls, callWith(third)];
}

/** Tests that the clients of two organizations get no token in common. */
function sharedToken(exchanges: readonly Exchange[]) {
  const issued = exchanges
    .filter(isTokenRequest)
    .filter(({ question }) => faultOf(question) === undefined && question.writing === undefined);
  const tokenOfClient = (wanted: Owner) =>
    issued.filter(({ question, answer }) => question.client === wanted && tokenIn(answer));
  for (const other of tokenOfClient('other')) {
    const first = tokenOfClient('first').find(
      ({ answer }) => tokenIn(answer) === tokenIn(other.answer),
    );
    if (first !== undefined)
      return [
        {
          expected: 'another token than that of the first client',
          actual: 'the same token',
          sentence:
            'the second client got the token that was issued to the first client; each must get a token of its own organization',
          exchanges: [first, other],
        },
      ];
  }
  return [];
}

/** Tests that two organizations share no template. `note` records that the clause was tested. */
function sharedTemplates(exchanges: readonly Exchange[], { issued }: Facts, note: () => void) {
  const lists = exchanges
    .filter(isCall)
    .filter(({ question, answer }) => answer.ok && isDocumentedCall(question));
  const listOf = (client: string) =>
    lists.find(({ question }) => {
      const by = issued.get(tokenOf(question.authorization) ?? '');
      return by?.question.client === client;
    });
  const listOfFirst = listOf('first');
  const listOfOther = listOf('other');
  if (listOfFirst === undefined || listOfOther === undefined) return [];
  const own = textsIn(listOfFirst.answer);
  const other = textsIn(listOfOther.answer);
  if (own.size + other.size === 0) return [];
  note();
  const shared = [...other].filter((text) => own.has(text));
  return shared.length === 0
    ? []
    : [{ ...foreignTemplates(shared), exchanges: [listOfFirst, listOfOther] }];
}

function foreignTemplates(leaked: readonly string[]) {
  const actual = `${leaked.length} of its templates, such as ${leaked[0]?.slice(0, 120)}`;
  return {
    expected: 'no template of the other organization',
    actual,
    sentence: `templates of the other organization came: ${actual}; none must come`,
  };
}
