/**
 * Defects in which the server returns 500 for an unusual value in a token, a form, a cursor or a
 * body, or accepts a malformed token. Many of them recognize exactly the values that checks send.
 */

import { jsonValue } from '../../schema/json-value.js';
import type { Change } from '../behaviour.js';
import { answer } from '../wire/answer.js';
import { type Call, header, type Mount } from '../wire/call.js';
import { inTemplates } from './change.js';
import { type Defect, defectsOf, subtle } from './defect.js';
import { isObject } from './export/body.js';

/** Returns 500 to requests for which `when` returns true. The body is read only once. */
const failingFor =
  (mount: Mount, when: (call: Call, body: string) => boolean): Change =>
  (healthy) => ({
    ...healthy,
    around: (handle) => {
      const inner = healthy.around(handle);
      return async (call) => {
        if (call.mount !== mount) return inner(call);
        const bytes = call.method === 'POST' ? await call.body() : Buffer.alloc(0);
        return when(call, bytes.toString('latin1'))
          ? answer(500, { 'Content-Type': 'text/plain' }, 'Internal Server Error')
          : inner({ ...call, body: async () => bytes });
      };
    },
  });

const bearerOf = (call: Call): string =>
  /^Bearer (.*)$/.exec(header(call, 'authorization') ?? '')?.[1] ?? '';

/** The parsed header of a JSON Web Token. */
const headerOf = (token: string): unknown =>
  jsonValue(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

const hasUnknownCharset = (call: Call): boolean =>
  /charset=assay/.test(header(call, 'content-type') ?? '');

/** The number of opening brackets, plus one. In a deep value, each bracket opens a level. */
const depthOf = (text: string): number => text.split('[').length;

export const HOSTILE_VALUES: readonly Defect[] = [
  ...defectsOf('templates', 'tokens.hostile')('TOK-HARD-1', {
    'clients-of-invalid-utf8-fail': subtle(
      'A `client_id` with a malformed escape returns 500.',
      failingFor('auth', (_, body) => /client_id=[^&]*%(?:FF|zz)/i.test(body)),
    ),
    'secrets-with-nul-fail': subtle(
      'A `client_secret` with NUL returns 500.',
      failingFor('auth', (_, body) => /client_secret=[^&]*%00/.test(body)),
    ),
    'grant-as-an-object-fails': subtle(
      'A `grant_type` with brackets returns 500.',
      failingFor('auth', (_, body) => /grant_type\[/.test(body)),
    ),
    'deep-forms-fail': subtle(
      'A form with more than 100 levels of brackets returns 500.',
      failingFor('auth', (_, body) => depthOf(body) > 100),
    ),
    'long-forms-fail': subtle(
      'A form of 1,000 parameters or more returns 500.',
      failingFor('auth', (_, body) => body.split('&').length >= 1000),
    ),
    'unreadable-multipart-fails': subtle(
      'A multipart form without `boundary` returns 500.',
      failingFor('auth', (call) => header(call, 'content-type') === 'multipart/form-data'),
    ),
    'files-fail': subtle(
      'A multipart form in which `client_id` is a file returns 500.',
      failingFor('auth', (_, body) => /name="client_id"; filename=/.test(body)),
    ),
    'json-with-objects-fails': subtle(
      'A body of JSON in which `client_id` is an object returns 500.',
      failingFor('auth', (_, body) => body.includes('"client_id":{')),
    ),
    'unknown-charsets-fail': subtle(
      'A form in a charset that does not exist returns 500.',
      failingFor('auth', (call) => hasUnknownCharset(call)),
    ),
    'wrong-codings-fail': subtle(
      'A form that is not compressed, as `Content-Encoding` says, returns 500.',
      failingFor('auth', (call) => header(call, 'content-encoding') === 'gzip'),
    ),
    'basic-of-invalid-utf8-fails': subtle(
      'Basic credentials that are not valid UTF-8 return 500.',
      failingFor('auth', (call) => {
        const [, encoded = ''] = /^Basic (.*)$/.exec(header(call, 'authorization') ?? '') ?? [];
        return Buffer.from(encoded, 'base64').toString().includes('\ufffd');
      }),
    ),
    'basic-beyond-ascii-fails': subtle(
      'Basic credentials with a byte above 127 return 500.',
      failingFor('auth', (call) =>
        /^Basic .*[\x80-\xff]/.test(header(call, 'authorization') ?? ''),
      ),
    ),
  }),
  ...defectsOf('templates', 'templates.hostile')('ETM-HARD-1', {
    'header-as-a-list-fails': subtle(
      'A bearer token whose header is a list returns 500.',
      failingFor('templates', (call) => Array.isArray(headerOf(bearerOf(call)))),
    ),
    'alg-as-a-number-fails': subtle(
      'A bearer token whose `alg` is a number returns 500.',
      failingFor('templates', (call) => {
        const json = headerOf(bearerOf(call));
        return isObject(json) && typeof json.alg === 'number';
      }),
    ),
    'missing-parts-fail': subtle(
      'A bearer token of two parts returns 500.',
      failingFor('templates', (call) => bearerOf(call).split('.').length === 2),
    ),
    'deep-headers-fail': subtle(
      'A bearer token whose header has more than 1,000 levels returns 500.',
      failingFor(
        'templates',
        (call) => depthOf(JSON.stringify(headerOf(bearerOf(call))) ?? '') > 1000,
      ),
    ),
    'bytes-of-no-utf8-fail': subtle(
      'A bearer token with a byte above 127 returns 500.',
      failingFor('templates', (call) => /[\x80-\xff]/.test(bearerOf(call))),
    ),
    'base64-is-accepted': subtle(
      'A signature in base64 is read like one in base64url.',
      inTemplates(({ verify }) => ({
        verify: (token, world, call) =>
          verify(token.replaceAll('+', '-').replaceAll('/', '_'), world, call),
      })),
    ),
    'four-characters-are-skipped': subtle(
      'Four characters outside base64url after a signature are skipped.',
      inTemplates(({ verify }) => ({
        verify: (token, world, call) => verify(token.replace(/[^\w-]{4}$/, ''), world, call),
      })),
    ),
    'fourth-part-is-skipped': subtle(
      'What follows the third part of a token is not read.',
      inTemplates(({ verify }) => ({
        verify: (token, world, call) => verify(token.split('.').slice(0, 3).join('.'), world, call),
      })),
    ),
    'padding-is-accepted': subtle(
      'A signature may end with the padding of base64.',
      inTemplates(({ verify }) => ({
        verify: (token, world, call) => verify(token.replace(/=+$/, ''), world, call),
      })),
    ),
    'other-characters-are-skipped': subtle(
      'Characters outside base64url are skipped in a signature.',
      inTemplates(({ verify }) => ({
        verify: (token, world, call) => verify(token.replaceAll('~', ''), world, call),
      })),
    ),
  }),
  ...defectsOf('platform', 'platform.hostile')('PLT-HARD-1', {
    'cursor-beyond-64-bits-fails': subtle(
      'A cursor of 2^63 or more returns 500.',
      failingFor('platform', ({ search }) => /cursor=\d{19,}/.test(search)),
    ),
    'limit-beyond-64-bits-fails': subtle(
      'A limit of 2^64 or more returns 500, although numbers that are far longer are refused.',
      failingFor('platform', ({ search }) => /limit=\d{20}(?!\d)/.test(search)),
    ),
    'limit-of-invalid-utf8-fails': subtle(
      'A limit with a malformed escape returns 500.',
      failingFor('platform', ({ search }) => /limit=%(?:FF|zz)/.test(search)),
    ),
    'reserved-names-fail': subtle(
      'A parameter with a name that every object of JavaScript has returns 500.',
      failingFor('platform', ({ search }) => search.includes('hasOwnProperty')),
    ),
    'cursor-beyond-31-bits-fails': subtle(
      'A cursor of 2^31 or more returns 500, as the database refuses to compare it with ids.',
      failingFor('platform', ({ search }) => {
        const cursor = Number(new URLSearchParams(search).get('cursor') ?? 0);
        return cursor >= 2 ** 31 && cursor < 2 ** 32;
      }),
    ),
    'previous-as-an-object-fails': subtle(
      'A `previous` with brackets returns 500.',
      failingFor('platform', ({ search }) => /previous\[/.test(search)),
    ),
  }),
  ...defectsOf('handover', 'handover.hostile')('HND-HARD-1', {
    'nul-fails': subtle(
      'A user with NUL returns 500.',
      failingFor('handover', (_, body) => body.includes('\\u0000')),
    ),
    'other-encodings-fail': subtle(
      'A body that begins with NUL returns 500, because it is read as UTF-32.',
      failingFor('handover', (_, body) => body.startsWith('\0')),
    ),
    'deep-json-fails': subtle(
      'JSON with more than 100 levels returns 500.',
      failingFor('handover', (_, body) => depthOf(body) > 100),
    ),
    'deep-forms-fail': subtle(
      'A form with more than 100 levels of brackets returns 500, before authorization is read.',
      failingFor(
        'handover',
        (call, body) => /form/.test(header(call, 'content-type') ?? '') && depthOf(body) > 100,
      ),
    ),
    'unknown-charsets-fail': subtle(
      'A body in a charset that does not exist returns 500.',
      failingFor('handover', hasUnknownCharset),
    ),
    // The valid token of the reference server begins with `hnd_`.
    'wrong-codings-fail-after-authorization': subtle(
      'A body that is not compressed, as `Content-Encoding` says, returns 500 if the request is authorized.',
      failingFor(
        'handover',
        (call) => bearerOf(call).startsWith('hnd_') && header(call, 'content-encoding') === 'gzip',
      ),
    ),
    'very-deep-json-fails-after-authorization': subtle(
      'JSON with more than 1,000 levels returns 500 if the request is authorized.',
      failingFor(
        'handover',
        (call, body) => bearerOf(call).startsWith('hnd_') && depthOf(body) > 1000,
      ),
    ),
    'lists-fail-after-authorization': subtle(
      'A body that is a list returns 500 if the request is authorized.',
      failingFor('handover', (call, body) => bearerOf(call).startsWith('hnd_') && body === '[]'),
    ),
    'surrogates-fail-after-authorization': subtle(
      'A user with a lone surrogate returns 500 if the request is authorized.',
      failingFor(
        'handover',
        (call, body) => bearerOf(call).startsWith('hnd_') && body.includes('\\ud800'),
      ),
    ),
  }),
  ...defectsOf('handover', 'handover.hostile')('HND-AUTH-2', {
    'bytes-of-no-utf8-fail': subtle(
      'A bearer token with a byte above 127 returns 500.',
      failingFor('handover', (call) => /[\x80-\xff]/.test(bearerOf(call))),
    ),
  }),
];
