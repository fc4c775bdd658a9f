/**
 * The clauses about values that no correct client sends: in token requests (TOK-HARD-1) and in
 * bearer tokens (ETM-HARD-1).
 */

import { isServerError, noServerError } from '../../src/harness/rule.js';
import { should } from '../../src/harness/topic.js';
import {
  COMPRESSED,
  hostileParameter,
  IN_BASIC,
  IN_BEARER,
  type InParameter,
  isHostileBearer,
  NO_CHARSET,
} from '../../src/protocol/hostile.js';
import { nameOf } from '../../src/protocol/shapes/text.js';
import {
  type HostileTokenQuestion,
  JSON_TYPE,
  MULTIPART,
  WITHOUT_BOUNDARY,
} from '../../src/protocol/templates/question.js';
import { FORM as FORM_TYPE } from '../../src/protocol/templates/token-request.js';
import { isCall, tokenOf } from './exchange.js';
import { forgedToken, MALFORMED, namesOf } from './forgeries.js';
import { givesTemplates, noTemplates } from './rights.js';
import { accessToken } from './tokens.js';
import { callWith, type TemplatesTopics } from './topic.js';

/** The form of an unknown client, so that no request obtains a token. */
const FORM = {
  grant_type: 'client_credentials',
  client_id: 'assay-no-such-client',
  client_secret: 'assay-wrong-secret',
};

const FIELDS = ['grant_type', 'client_id', 'client_secret'] as const;

/**
 * Fewer values than in other places, because token servers limit the rate of requests. TOK-ERR-1
 * tests a secret in a list.
 */
const IN_FIELDS: Readonly<Record<(typeof FIELDS)[number], readonly InParameter[]>> = {
  grant_type: ['invalid UTF-8', 'NUL', 'an object'],
  client_id: ['invalid UTF-8', 'NUL', 'an object', '4,000 characters'],
  client_secret: ['invalid UTF-8', 'a bad escape', 'NUL', '4,000 characters'],
};

/** Parameters that exceed the limits of parsers: deeply nested ones, and very many. */
const STRUCTURES: readonly string[] = [
  hostileParameter('assay', '150 levels of brackets'),
  Array.from({ length: 1000 }, () => 'a=1').join('&'),
];

const WHOLE_FORM = String(new URLSearchParams(FORM));

/** The form as parts of a multipart body. The part of `client_id` is a file (RFC 7578 4.2). */
const PARTS_WITH_A_FILE = [
  ...Object.entries(FORM).map(([name, value]) => {
    const file = name === 'client_id' ? '; filename="assay.txt"' : '';
    const disposition = `Content-Disposition: form-data; name="${name}"${file}`;
    return `--assay\r\n${disposition}\r\n\r\n${value}\r\n`;
  }),
  '--assay--\r\n',
].join('');

/** An id in a form that JavaScript cannot convert to a text, and other languages cannot look up. */
const IN_OBJECTS = JSON.stringify({ ...FORM, client_id: { toString: 1, valueOf: 1 } });

/** Bodies of other kinds than a form, or that are not what the header fields say. */
const BODIES: readonly HostileTokenQuestion[] = [
  { ask: 'hostile token', form: WHOLE_FORM, contentType: WITHOUT_BOUNDARY },
  { ask: 'hostile token', form: WHOLE_FORM, contentType: `${FORM_TYPE}; ${NO_CHARSET}` },
  { ask: 'hostile token', form: WHOLE_FORM, headers: [COMPRESSED] },
  { ask: 'hostile token', form: IN_OBJECTS, contentType: JSON_TYPE },
  { ask: 'hostile token', form: PARTS_WITH_A_FILE, contentType: MULTIPART },
];

export const hostileValues = {
  'TOK-HARD-1': {
    clause: should('no token request is answered with 5xx for what is in it')
      .in('RFC 9110, section 15.6')
      .judged('Sends malformed and extreme values in each field. Any refusal conforms.'),
    rule({ question, answer }) {
      if (question.ask !== 'hostile token') return undefined;
      return noServerError(answer);
    },
    checks: {
      ...Object.fromEntries(
        FIELDS.map((field) => [
          `templates.hostile.${field.replace('_', '-')}`,
          {
            title: `token requests with malformed and extreme values of ${field}`,
            requests: { own: { least: 1, most: IN_FIELDS[field].length } },
            permission: 'hostileValues' as const,
            needsFacts: true,
            asks: () => formsWith(field),
          },
        ]),
      ),
      'templates.hostile.parameters': {
        title: 'token requests with 150 levels of brackets, and with 1,000 parameters',
        requests: { own: { least: 1, most: STRUCTURES.length } },
        permission: 'hostileValues' as const,
        needsFacts: true,
        asks: () =>
          STRUCTURES.map(
            (structure): HostileTokenQuestion => ({
              ask: 'hostile token',
              form: `${WHOLE_FORM}&${structure}`,
            }),
          ),
      },
      'templates.hostile.body': {
        title:
          'token requests whose body is JSON or multipart, or is not in the charset or the coding that its header fields name',
        requests: { own: { least: 1, most: BODIES.length } },
        permission: 'hostileValues' as const,
        needsFacts: true,
        asks: () => BODIES,
      },
      'templates.hostile.basic': {
        title: 'token requests with malformed and extreme Basic credentials',
        requests: { own: { least: 1, most: Object.keys(IN_BASIC).length } },
        permission: 'hostileValues' as const,
        needsFacts: true,
        asks: () =>
          Object.values(IN_BASIC).map(
            (authorization): HostileTokenQuestion => ({
              ask: 'hostile token',
              form: `grant_type=${FORM.grant_type}`,
              authorization,
            }),
          ),
      },
    },
  },
  'ETM-HARD-1': {
    clause: should(
      'no call is answered with 5xx for what a bearer token holds; a signature with characters outside base64url is refused',
    )
      .in('RFC 9110, section 15.6, and RFC 7515, section 5.2')
      .judged('Sends tokens whose parts are malformed or extreme. Any refusal conforms.'),
    rule(exchange, { authorized, items, issued, foreign }) {
      if (!isCall(exchange)) return undefined;
      const { question, answer } = exchange;
      const token = tokenOf(question.authorization) ?? '';
      if (!isHostileBearer(token) || issued.has(token)) return undefined;
      if (isServerError(answer)) return noServerError(answer);
      // Tokens of other clients may have been issued before the recording started.
      if (authorized === undefined || foreign) return undefined;
      return givesTemplates(answer, authorized, items) ? noTemplates(answer) : 'holds';
    },
    checks: {
      'templates.hostile.signature': {
        title: 'calls with tokens whose signature has characters outside base64url',
        requests: { own: { least: 1, most: namesOf(MALFORMED).length } },
        needs: ['templates.baseUrl'],
        permission: 'hostileValues' as const,
        async walks(context) {
          const issued = await accessToken(context);
          const forged = await Promise.all(
            namesOf(MALFORMED).map((name) => forgedToken(context, name, issued)),
          );
          // A signature without `-` and `_` is the same in base64 and base64url.
          return forged.filter((token) => token !== issued).map(callWith);
        },
      },
      'templates.hostile.bearer': {
        title: 'calls with tokens whose parts are malformed or extreme',
        requests: { own: { least: 1, most: Object.keys(IN_BEARER).length } },
        needs: ['templates.baseUrl'],
        permission: 'hostileValues' as const,
        walks: async (context) =>
          Object.entries(IN_BEARER).map(([name, token]) => {
            // A report then contains this shell word instead of the token.
            context.secrets.register(token, `TOKEN_${nameOf(name)}`, shellWord(token));
            return callWith(token);
          }),
      },
    },
  },
} satisfies TemplatesTopics;

/** A shell word that quotes each part by itself, so that a report recognizes no token in it. */
const shellWord = (token: string): string =>
  token
    .split('.')
    .map((part) => `'${part}'`)
    .join('.');

const formsWith = (hostile: (typeof FIELDS)[number]): readonly HostileTokenQuestion[] =>
  IN_FIELDS[hostile].map((value) => {
    const parts = FIELDS.map((field) =>
      field === hostile ? hostileParameter(field, value) : `${field}=${FORM[field]}`,
    );
    return { ask: 'hostile token', form: parts.join('&') };
  });
