import {
  compactVerify,
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
} from 'jose';
import { type Context, describeAnswer, deviates, expectSchema, expectStatus, skip } from '../../src/harness/index.js';
import type { Answer } from '../../src/http/index.js';
import { tokenCheck } from './check.js';
import { jwks } from './discovery.js';
import { basicToken, formToken, type Issued, tokenIn } from './issued-tokens.js';

/** Seconds by which clocks and roundings may differ (TOK-RES-4). */
const TOLERANCE = 60;

export const tokens = [
  tokenCheck({
    id: 'templates.token.form',
    clauses: ['TOK-REQ-1'],
    title: 'a form with grant_type, client_id and client_secret gives a token',
    requests: 0,
    async run(context) {
      const { answer } = await formToken(context);
      expectStatus(answer, 200);
      if (tokenIn(answer) === undefined) deviates('an access_token', describeAnswer(answer), answer);
      return 'a token for client credentials in the form, without a scope';
    },
  }),
  tokenCheck({
    id: 'templates.token.basic',
    clauses: ['TOK-REQ-2'],
    title: 'HTTP Basic client authentication is accepted as well',
    requests: 0,
    async run(context) {
      const { answer, spelling } = await basicToken(context);
      expectStatus(answer, 200, 'with HTTP Basic, id and secret form-encoded or as they are');
      if (tokenIn(answer) === undefined) deviates('an access_token', describeAnswer(answer), answer);
      return `a token for client credentials in HTTP Basic, ${spelling === 'raw' ? 'written as they are' : 'form-encoded'}`;
    },
  }),
  tokenCheck({
    id: 'templates.token.response',
    clauses: ['TOK-RES-1'],
    title: 'the token response has its documented members',
    requests: 0,
    async run(context) {
      let told = '';
      for (const { answer } of await granted(context)) {
        const { expires_in: seconds, scope } = expectSchema(answer, 'templates/token');
        told = `token_type Bearer, expires_in ${seconds}, scope ${JSON.stringify(scope)}`;
      }
      return told;
    },
  }),
  tokenCheck({
    id: 'templates.token.no-refresh',
    clauses: ['TOK-RES-2'],
    title: 'there is no refresh_token',
    requests: 0,
    async run(context) {
      const answers = await issued(context);
      for (const { answer } of answers) {
        const body = answer.json;
        if (typeof body === 'object' && body !== null && 'refresh_token' in body)
          deviates('no refresh_token', 'one', answer);
      }
      return `${answers.length} token responses without one`;
    },
  }),
  tokenCheck({
    id: 'templates.token.headers',
    clauses: ['TOK-RES-3'],
    title: 'the token response is JSON and must not be stored',
    requests: 0,
    async run(context) {
      const [first] = await issued(context);
      if (first === undefined) return skip('prerequisite', 'needs a token');
      const { answer } = first;
      if (answer.mediaType !== 'application/json')
        deviates('Content-Type application/json', answer.mediaType || 'none', answer);
      const caching = answer.header('cache-control') ?? 'none';
      if (!/no-store/i.test(caching)) deviates('Cache-Control: no-store', caching, answer);
      return `application/json, Cache-Control: ${caching}`;
    },
  }),
  tokenCheck({
    id: 'templates.token.jwt',
    clauses: ['TOK-RES-4'],
    title: 'the token ends when expires_in says, and its signature verifies with the published keys',
    requests: 0,
    async run(context) {
      const [first] = await issued(context);
      const token = first && tokenIn(first.answer);
      if (first === undefined || token === undefined) return skip('prerequisite', 'needs a token');
      const { answer, at } = first;
      const { alg, kid } = parse(() => decodeProtectedHeader(token), answer);
      if (typeof alg !== 'string' || alg.toLowerCase() === 'none')
        deviates('a signature', `alg ${JSON.stringify(alg)}`, answer);
      const { exp } = parse((): JWTPayload => decodeJwt(token), answer);
      const { expires_in: seconds } = answer.json as { expires_in?: unknown };
      if (typeof exp !== 'number') return deviates('a claim exp', 'none', answer);
      const left = exp - at / 1000;
      if (typeof seconds === 'number' && Math.abs(left - seconds) > TOLERANCE) {
        deviates(`exp in about ${seconds} s, as expires_in says`, `in ${Math.round(left)} s`, answer);
      }
      const keys = await jwks(context);
      if (keys === undefined) return skip('prerequisite', 'needs the keys that discovery names');
      try {
        await verifyWith(token, keys);
      } catch (error) {
        if (error instanceof errors.JOSENotSupported)
          skip('data', `the signature is of a kind that cannot be verified here: ${error.message}`);
        deviates(
          'a signature that verifies with the published keys',
          error instanceof Error ? error.message : String(error),
          answer,
        );
      }
      return `${alg} by key ${kid ?? '(unnamed)'}, exp in ${Math.round(left)} s`;
    },
  }),
];

/** Verifies a signature; where more than one key fits, or keys have no ids, by any of them. */
async function verifyWith(token: string, keys: JSONWebKeySet): Promise<void> {
  try {
    await compactVerify(token, createLocalJWKSet(keys));
  } catch (error) {
    const isOpen = error instanceof errors.JWKSMultipleMatchingKeys || error instanceof errors.JWKSNoMatchingKey;
    const { kid } = decodeProtectedHeader(token);
    if (!isOpen) throw error;
    for (const key of keys.keys) {
      if (kid !== undefined && key.kid !== undefined && key.kid !== kid) continue;
      try {
        await compactVerify(token, createLocalJWKSet({ keys: [{ ...key, ...(kid === undefined ? {} : { kid }) }] }));
        return;
      } catch {
        // Another of them may be the one.
      }
    }
    throw error;
  }
}

/** What was granted with a status of success, in the form and with Basic, token or not; skips where nothing was. */
async function granted(context: Context): Promise<readonly Issued[]> {
  const first = await formToken(context);
  const given = [first, await basicToken(context)].filter(({ answer }) => answer.status === 200);
  return given.length > 0 ? given : skip('prerequisite', needsToken(first));
}

/** What gave tokens, in the form and with Basic; skips where nothing did. */
async function issued(context: Context): Promise<readonly Issued[]> {
  const given = (await granted(context)).filter(({ answer }) => tokenIn(answer) !== undefined);
  return given.length > 0 ? given : skip('prerequisite', needsToken(await formToken(context)));
}

const needsToken = ({ answer }: Issued): string =>
  `needs a token, but the token endpoint answers ${describeAnswer(answer)}`;

function parse<T>(read: () => T, answer: Answer): T {
  try {
    return read();
  } catch (error) {
    return deviates('a JWT', error instanceof Error ? error.message : String(error), answer);
  }
}
