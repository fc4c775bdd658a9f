import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor } from './redact.js';

const SECRET = "s3cr:t%/+&'ü=x";
const redactor = new Redactor([{ name: 'ETM_CLIENT_SECRET', value: SECRET }]);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('a known secret', () => {
  it.each([
    ['raw', SECRET],
    ['percent-encoded', encodeURIComponent(SECRET)],
    [
      'percent-encoded in lower case',
      encodeURIComponent(SECRET).replace(/%../g, (c) => c.toLowerCase()),
    ],
    ['form-encoded', new URLSearchParams({ a: SECRET }).toString()],
    ['in JSON', JSON.stringify({ a: SECRET })],
    ['in JSON with ASCII escapes', JSON.stringify(SECRET).replace('ü', '\\u00fc')],
    ['in JSON with escaped slashes', JSON.stringify(SECRET).replaceAll('/', '\\/')],
    ['in XML', SECRET.replaceAll('&', '&amp;').replaceAll("'", '&apos;')],
    ['in Basic credentials', `Basic ${base64(`client:${SECRET}`)}`],
    ['in Basic credentials of another length', `Basic ${base64(`a-client:${SECRET}`)}`],
    ['in base64url', Buffer.from(`xy${SECRET}z`).toString('base64url')],
  ])('is hidden %s', (_, text) => {
    const clean = redactor.text(`before ${text} after`);
    expect(clean).toContain('${ETM_CLIENT_SECRET}');
    expect(redactor.contains(clean)).toBe(false);
    expect(redactor.contains(text)).toBe(true);
  });
  it('is hidden at any position, for any value', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 6, maxLength: 40 }).filter((value) => !'${A}<JWT>'.includes(value)),
        fc.string(),
        fc.string(),
        (value, before, after) => {
          const own = new Redactor([{ name: 'A', value }]);
          expect(
            own.contains(own.text(`${before}${encodeURIComponent(value.toWellFormed())}${after}`)),
          ).toBe(false);
        },
      ),
      { seed: 7 },
    );
  });
});

it('is hidden in a text that was processed before the secret was registered', () => {
  const redactor = new Redactor([]);
  expect(redactor.text('it says t0ken-of-later')).toBe('it says t0ken-of-later');
  redactor.learn('t0ken-of-later', '${LATER}');
  expect(redactor.text('it says t0ken-of-later')).toBe('it says ${LATER}');
});

it('hides tokens by shape and credential fields by name', () => {
  const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';
  expect(redactor.text(`{"id_token":"x1234567","token":"${jwt}"}`)).toBe(
    '{"id_token":"<removed>","token":"<JWT>"}',
  );
  expect(redactor.text('grant_type=a&client_secret=unknown&b=1')).toBe(
    'grant_type=a&client_secret=<removed>&b=1',
  );
});

it('removes sensitive headers by name, unless their values were made up for a check', () => {
  const headers = [
    ['Set-Cookie', 'sid=1'],
    ['X-EA-Auth-Token', 'made-up'],
    ['Accept', 'x'],
  ] as const;
  expect(redactor.headers(headers)).toEqual([
    ['Set-Cookie', '<removed>'],
    ['X-EA-Auth-Token', '<removed>'],
    ['Accept', 'x'],
  ]);
  expect(redactor.headers(headers, { reveal: ['x-ea-auth-token'] })).toContainEqual([
    'X-EA-Auth-Token',
    'made-up',
  ]);
});
