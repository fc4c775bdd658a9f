/** Mistakes by which calls are accepted without a valid bearer token in `Authorization`. */

import { type CallQuestion, TEMPLATES_PATH } from '../../../src/protocol/templates/question.js';
import { type CallExchange, isCall, tokenOf } from '../exchange.js';
import type { Facts } from '../facts.js';
import { credentialOf } from '../rights.js';
import { acceptance, fieldsOf, hasIssued, returnsTemplates } from './call-mistake.js';
import type { TemplatesMistake } from './mistake.js';

/** Values of Authorization that are no bearer token, and that a faulty server accepts. */
const SCHEMES: readonly (readonly [
  id: string,
  sentence: string,
  accepts: (authorization: string, token: string) => boolean,
])[] = [
  [
    'any-scheme',
    'a token is accepted after any scheme',
    (sent, token) => /^\S+ +$/.test(sent.replace(token, '')),
  ],
  ['bare-token', 'a token is accepted without a scheme', (sent, token) => sent === token],
  [
    'scheme-without-space',
    'a token is accepted directly after `Bearer`, without a space',
    (sent, token) => sent === `Bearer${token}`,
  ],
  [
    'longer-scheme',
    'a token is accepted after a scheme that begins with `Bearer`',
    (sent, token) => /^Bearer\S+ +$/.test(sent.replace(token, '')),
  ],
  [
    'scheme-token',
    'a token is accepted after the scheme `Token`',
    (sent, token) => sent === `Token ${token}`,
  ],
  [
    'scheme-basic',
    'a token is accepted after the scheme `Basic`',
    (sent, token) => sent === `Basic ${token}`,
  ],
  [
    'any-authorization',
    'every `Authorization` with a token is accepted, whatever the scheme',
    () => true,
  ],
];

const schemes = [
  ...SCHEMES.map(([id, sentence, accepts]) =>
    acceptance({
      id,
      clause: 'ETM-AUTH-6',
      sentence,
      accepts(call, facts) {
        if (credentialOf(call, facts) !== 'misused') return undefined;
        const sent = call.authorization ?? '';
        const token = [...facts.issued.keys()].find((one) => sent.includes(one)) ?? '';
        return token !== '' && accepts(sent, token);
      },
    }),
  ),
  acceptance({
    id: 'client-credentials',
    clause: 'ETM-AUTH-6',
    sentence: 'HTTP Basic with id and secret of a client is accepted instead of a token',
    accepts: (call, facts) =>
      credentialOf(call, facts) === 'misused'
        ? /^Basic /i.test(call.authorization ?? '') && !hasIssued(call.authorization ?? '', facts)
        : undefined,
  }),
];

const isWithout = (call: CallQuestion, facts: Facts): boolean =>
  ['none', 'in the query'].includes(credentialOf(call, facts));

/** A mistake by which calls without Authorization are accepted. `words` follow the sentence. */
const withoutAuthorization = (
  id: string,
  words: string,
  holds: (call: CallQuestion, facts: Facts) => boolean,
): TemplatesMistake =>
  acceptance({
    id: `open-${id}`,
    clause: 'ETM-AUTH-2',
    sentence: `templates are returned without \`Authorization\`${words}`,
    accepts: (call, facts) => (isWithout(call, facts) ? holds(call, facts) : undefined),
  });

const pathOf = ({ path = TEMPLATES_PATH }: CallQuestion): string => path.split('?')[0] ?? '';

const WITHOUT_AUTHORIZATION: readonly TemplatesMistake[] = [
  withoutAuthorization('any', '', () => true),
  withoutAuthorization(
    'query',
    ', if the path has a query string',
    ({ path }) => path?.includes('?') === true,
  ),
  withoutAuthorization(
    'query-token',
    ', for a token in the query string',
    (call, facts) => credentialOf(call, facts) === 'in the query',
  ),
  withoutAuthorization(
    'other-spelling',
    ', on a path with other letter case or further slashes',
    (call) => pathOf(call) !== TEMPLATES_PATH && /^\/+v1\/+export-templates$/i.test(pathOf(call)),
  ),
];

/**
 * Mistakes by which calls without Authorization are accepted: all of them, or only those with the
 * same header fields, path or `Accept` as a violated call.
 */
function callsWithoutAuthorization(violated: readonly CallExchange[]): readonly TemplatesMistake[] {
  const questions = violated.map(({ question }) => question);
  const fields = new Set(questions.map(fieldsOf).filter((names) => names !== ''));
  const paths = new Set(questions.map(pathOf).filter((path) => path !== TEMPLATES_PATH));
  const accepts = new Set(questions.flatMap(({ accept }) => accept ?? []));
  return [
    ...WITHOUT_AUTHORIZATION,
    ...[...fields].map((names) =>
      withoutAuthorization(
        `with-${names}`,
        `, for a request with ${names}`,
        (call) => fieldsOf(call) === names,
      ),
    ),
    ...[...paths].map((path) =>
      withoutAuthorization(
        `at-${path}`,
        `, at the path \`${path}\``,
        (call) => pathOf(call) === path,
      ),
    ),
    ...[...accepts].map((accept) =>
      withoutAuthorization(
        `accept-${accept}`,
        `, for a request with \`Accept: ${accept}\``,
        (call) => call.accept === accept,
      ),
    ),
  ];
}

const despite = acceptance({
  id: 'wrong-despite',
  clause: 'ETM-AUTH-4',
  sentence: 'a wrong token is accepted if the right one is in another header field',
  accepts: (call, facts) => {
    const isWrong = credentialOf(call, facts) === 'never issued';
    if (!isWrong) return undefined;
    return (call.headers ?? []).some(([, value]) => hasIssued(value, facts));
  },
});

const empty = acceptance({
  id: 'scheme-alone',
  clause: 'ETM-AUTH-4',
  sentence: '`Authorization: Bearer` without a token is accepted',
  accepts: (call, facts) =>
    tokenOf(call.authorization) === '' && !facts.foreign ? true : undefined,
});

const revoked: TemplatesMistake = {
  id: 'templates.revoked-accepted',
  clause: 'ETM-AUTH-3',
  sentence: 'a revoked token is accepted',
  breaks: ['ETM-AUTH-3'],
  isPlain: true,
  predicts: (exchange, facts) =>
    isCall(exchange) && facts.revoked.has(tokenOf(exchange.question.authorization) ?? '')
      ? returnsTemplates(exchange, facts)
      : undefined,
};

export const authorizationMistakes = (
  violated: readonly CallExchange[],
): readonly TemplatesMistake[] => [
  ...schemes,
  ...callsWithoutAuthorization(violated),
  revoked,
  despite,
  empty,
];
