/** Mistakes by which templates of another organization are returned. */

import { textsIn } from '../../../src/protocol/templates/jwt.js';
import { isDocumentedCall } from '../../../src/protocol/templates/question.js';
import { type CallExchange, isCall, tokenOf } from '../exchange.js';
import type { Facts } from '../facts.js';
import { credentialOf } from '../rights.js';
import { isOfSecondClient, type Kind } from './call-mistake.js';
import type { TemplatesMistake } from './mistake.js';

/** Calls that return templates of another organization, the most general first. */
const LEAKS: readonly Kind[] = [
  ['any', '', 'ETM-AUTH-5', () => true],
  ['second', ', to the second client', 'ETM-AUTH-5', isOfSecondClient],
  ['first', ', to the first client', 'ETM-AUTH-5', (call, facts) => !isOfSecondClient(call, facts)],
  [
    'lower-case',
    ', after `bearer` in lower case',
    'ETM-AUTH-5',
    ({ authorization = '' }) => authorization.startsWith('bearer '),
  ],
  [
    'query',
    ', if the path has a query string',
    'ETM-AUTH-5',
    ({ path }) => path?.includes('?') === true,
  ],
  [
    'basic',
    ', for a token that was obtained with HTTP Basic',
    'ETM-AUTH-5',
    ({ authorization }, { issued }) =>
      issued.get(tokenOf(authorization) ?? '')?.question.way === 'basic',
  ],
  [
    'two-clients',
    ', for a token that was requested with HTTP Basic of its client and the `client_id` of another one in the form',
    'ETM-AUTH-5',
    ({ authorization }, { issued }) =>
      issued.get(tokenOf(authorization) ?? '')?.question.writing === 'naming another client',
  ],
];

/** Whether the list has a template that another client than the one of the token has received. */
function isLeaking({ question, answer }: CallExchange, { issued, items }: Facts): boolean {
  const owner = issued.get(tokenOf(question.authorization) ?? '')?.question.client;
  const ofOthers = [...items].filter(([client]) => client !== owner).flatMap(([, all]) => [...all]);
  const texts = textsIn(answer);
  return ofOthers.some((text) => texts.has(text));
}

const listOf = (list: Iterable<string>): string => [...list].sort().join('\n');

/** A server may keep the organization in a variable that each token request sets. */
const ofTheLastClient: TemplatesMistake = {
  id: 'templates.leak-last-client',
  mistake: 'templates.leak',
  clause: 'ETM-AUTH-5',
  sentence: 'a call returns the templates of the client that requested the last token',
  breaks: ['ETM-AUTH-5'],
  predicts(exchange, facts) {
    const { issued, items } = facts;
    const isAccepted =
      exchange.answer.ok && isCall(exchange) && isDocumentedCall(exchange.question);
    if (!isAccepted || credentialOf(exchange.question, facts) !== 'issued') return undefined;
    const { sentAt, receivedAt } = exchange.answer;
    const before = [...issued.values()]
      .filter(({ answer }) => answer.sentAt < receivedAt)
      .toSorted((a, b) => b.answer.receivedAt - a.answer.receivedAt);
    const [done] = before.filter(({ answer }) => answer.receivedAt <= sentAt);
    // Of requests at the same time, it is not known which the server answers last.
    const since = done?.answer.sentAt ?? sentAt;
    const possible = before.filter((one) => one === done || one.answer.receivedAt > since);
    const clients = new Set(possible.map(({ question }) => question.client));
    const lists = new Set([...items.values()].map(listOf));
    if (clients.size === 0 || lists.size < 2) return undefined;
    const texts = listOf(textsIn(exchange.answer));
    return [...clients].some((client) => listOf(items.get(client) ?? []) === texts);
  },
};

/** Tokens of some requests give no templates, although others of their client do. */
const withoutTemplates: readonly TemplatesMistake[] = (
  [
    ['basic', 'with HTTP Basic', 'basic'],
    ['form', 'with the secret in the form', 'form'],
  ] as const
).map(([id, words, way]) => ({
  id: `templates.none-${id}`,
  clause: 'ETM-AUTH-5',
  sentence: `a token that was requested ${words} gives no templates`,
  breaks: ['ETM-AUTH-5', 'TOK-REQ-2'],
  isPlain: true,
  predicts(exchange, { issued, items }) {
    if (!isCall(exchange) || !exchange.answer.ok) return undefined;
    const { question } = issued.get(tokenOf(exchange.question.authorization) ?? '') ?? {};
    const own = question && items.get(question.client);
    if (question?.way !== way || question.writing !== undefined) return undefined;
    if (own === undefined || own.size === 0) return undefined;
    return textsIn(exchange.answer).size === 0;
  },
}));

export const leaks: readonly TemplatesMistake[] = [
  ...withoutTemplates,
  ofTheLastClient,
  ...LEAKS.map(
    ([id, words, clause, holds]): TemplatesMistake => ({
      id: `templates.leak-${id}`,
      // A request that names two clients also uses HTTP Basic. If nothing tells which of the two
      // matters, both mistakes are named, because their ids differ.
      mistake: id === 'two-clients' ? 'templates.leak-two-clients' : 'templates.leak',
      clause,
      sentence: `templates of another organization are returned${words}`,
      breaks: ['ETM-AUTH-5'],
      isPlain: true,
      predicts: (exchange, facts) =>
        isCall(exchange) &&
        exchange.answer.ok &&
        facts.items.size > 1 &&
        credentialOf(exchange.question, facts) === 'issued' &&
        holds(exchange.question, facts)
          ? isLeaking(exchange, facts)
          : undefined,
    }),
  ),
];
