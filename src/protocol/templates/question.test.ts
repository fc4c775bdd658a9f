import fc from 'fast-check';
import { expect, it } from 'vitest';
import { targetFrom } from '../../settings/index.js';
import { type Question, read, write } from './question.js';
import { basicPair, MISTAKES, type Sent, sentFor, WRITINGS } from './token-request.js';

const target = targetFrom({
  templates: {
    baseUrl: 'https://templates.example/api',
    authUrl: 'https://auth.example',
    client: { id: 'Client-One', secret: 'First+Secret/1:a' },
    otherClient: { id: 'Client-Two', secret: 'Second&Secret=2' },
    unsupportedClient: { id: 'Client-Three', secret: 'Third Secret%3' },
  },
}).templates;
if (target === undefined) throw new Error('the target has templates');

const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const isPlain = (sent: Sent | undefined): boolean =>
  sent === undefined || basicPair(sent, true) === basicPair(sent, false);
const yes = some(fc.constant(true as const));

const isUnreadable = (writing: string): boolean => writing.startsWith('with Basic');
const isOfBasic = (writing: string): boolean =>
  isUnreadable(writing) || /another client|same credentials/.test(writing);

/** Another notation applies to only one documented request. */
function appliesTo(
  writing: string,
  {
    client,
    way,
    raw,
  }: { readonly client: string; readonly way: string; readonly raw?: true | undefined },
): boolean {
  if (isUnreadable(writing)) return way === 'basic' && client === 'nobody' && raw === undefined;
  // The credentials of the second client in the form cannot be distinguished from its own.
  if (writing.includes('another client') && client === 'other') return false;
  return way === (isOfBasic(writing) ? 'basic' : 'form');
}

const token: fc.Arbitrary<Question> = fc
  .record({
    ask: fc.constant('token' as const),
    client: fc.constantFrom('first', 'other', 'unsupported', 'nobody'),
    mistake: some(fc.constantFrom(...MISTAKES)),
    way: fc.constantFrom('form', 'basic', 'query'),
    raw: yes,
    reversed: yes,
    grant: some(fc.constantFrom(null, 'urn:assay:unknown')),
    method: some(fc.constant('GET' as const)),
    address: some(fc.constant('https://auth.example/other/token')),
    writing: some(fc.constantFrom(...WRITINGS)),
  })
  .filter(
    ({ client, mistake, way, raw, reversed, grant, method, address, writing }) =>
      sentFor(client, mistake, target) !== undefined &&
      // Credentials of an unknown client cannot be distinguished from the same credentials with a
      // mistake.
      !(client === 'nobody' && mistake !== undefined) &&
      // Basic has a single notation if nothing must be encoded, and none for a missing secret.
      !(way === 'basic' && /secret (?:left out|in a list|of another|empty)/.test(mistake ?? '')) &&
      !(raw !== undefined && (way !== 'basic' || isPlain(sentFor(client, mistake, target)))) &&
      !(reversed !== undefined && (way === 'basic' || grant === null)) &&
      // A GET has no form, and only forms are sent to another address.
      !(method !== undefined && way !== 'query') &&
      !(address !== undefined && (way !== 'form' || grant === null)) &&
      (writing === undefined ||
        (appliesTo(writing, { client, way, raw }) &&
          [mistake, reversed, grant, method, address].every((one) => one === undefined))),
  );
const call: fc.Arbitrary<Question> = fc.record({
  ask: fc.constant('templates' as const),
  authorization: some(fc.constantFrom('', 'Bearer', 'Bearer a.b.c', 'basic eA==', 'bare')),
  path: some(
    fc.constantFrom('/v1/export-templates', '/V1/export-templates?page=1&limit=100', '//V1/x;a=1'),
  ),
  accept: some(fc.constantFrom(null, 'text/html', '*/*')),
  headers: some(fc.constantFrom([['Origin', 'http://localhost'] as const])),
});
const document: fc.Arbitrary<Question> = fc.constantFrom<Question>(
  { ask: 'discovery' },
  { ask: 'keys', address: 'https://auth.example/keys' },
);

it('reads every question that it writes', () => {
  fc.assert(
    fc.property(fc.oneof(token, call, document), (asked) => {
      const plain = Object.fromEntries(
        Object.entries(asked).filter(([, one]) => one !== undefined),
      );
      expect(read(write(asked, target), target)).toEqual(plain);
    }),
    { seed: 1, numRuns: 500 },
  );
});

it('reads no question in a revocation, in other credentials, or in a call of another host', () => {
  const {
    url,
    headers = [],
    body = '',
  } = write({ ask: 'token', client: 'first', way: 'form' }, target);
  const request = { interface: 'templates', lane: 'token', method: 'POST', url, headers } as const;
  expect(read({ ...request, body: body.replace('First', 'Last') }, target)).toBeUndefined();
  expect(
    read({ ...request, url: url.replace('/token', '/revoke'), body: 'token=a' }, target),
  ).toBeUndefined();
  expect(
    read({ interface: 'templates', url: 'https://elsewhere.example/V1/export-templates' }, target),
  ).toBeUndefined();
});
