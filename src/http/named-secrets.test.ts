import { describe, expect, it } from 'vitest';
import { Redactor, withoutSecrets } from './redact.js';

const KEY = 'k3y-of-n4med-s3crets';
const redactor = new Redactor([
  { name: 'KEY', value: KEY },
  { name: 'PIN', value: '12345' },
  { name: 'NONE', value: '' },
]);
const header = (name: string, value: string, reveal: readonly string[] = []): string | undefined =>
  redactor.headers([[name, value]], { reveal })[0]?.[1];

describe('a short secret', () => {
  it('is hidden as a whole sensitive value, also after a scheme, or as a field of a form', () => {
    expect(header('Authorization', '12345')).toBe('${PIN}');
    expect(header('Authorization', 'Token 12345')).toBe('Token ${PIN}');
    expect(redactor.text('password=12345&a=b')).toBe('password=${PIN}&a=b');
    expect(redactor.text('12345 of 67890')).toBe('12345 of 67890');
    expect(header('X-Count', '12345')).toBe('12345');
    expect(redactor.contains('12345')).toBe(false);
  });

  it('has fewer than six characters, or is marked as weak', () => {
    const own = new Redactor([
      { name: 'FIVE', value: 'abcd5' },
      { name: 'SIX', value: 'abcde6' },
      { name: 'WEAK', value: 'administrator', weak: true },
    ]);
    expect(own.text('abcd5 abcde6 administrator')).toBe('abcd5 ${SIX} administrator');
  });
});

describe('a sensitive header', () => {
  it.each([
    ['Authorization', `Bearer ${KEY}`, 'Bearer ${KEY}'],
    ['authorization', 'Bearer unknown', 'Bearer <removed>'],
    ['Authorization', 'Basic unknown', 'Basic <removed>'],
    ['Authorization', 'digest unknown', 'digest <removed>'],
    ['Authorization', 'Custom unknown', '<removed>'],
    ['Authorization', `Bearer ${KEY} and more`, 'Bearer <removed>'],
    ['Authorization', 'unknown Bearer token', '<removed>'],
    ['Authorization', 'Bearer <JWT>', 'Bearer <JWT>'],
    ['Authorization', 'unknown, ${PIN}', '<removed>'],
    ['Proxy-Authorization', 'unknown', '<removed>'],
    ['Cookie', 'unknown', '<removed>'],
    ['X-Auth-Token', 'unknown', '<removed>'],
    ['X-Api-Key', KEY, '${KEY}'],
    ['My-X-Api-Key', 'unknown', 'unknown'],
    ['X-Api-Key-Id', 'unknown', 'unknown'],
    ['Accept', `see ${KEY}`, 'see ${KEY}'],
  ])('%s: %s is shown as %s', (name, value, shown) => {
    expect(header(name, value)).toBe(shown);
  });

  it('is shown if a check made its value up, but without secrets', () => {
    expect(header('X-Api-Key', 'made-up', ['x-api-KEY'])).toBe('made-up');
    expect(header('X-Api-Key', `made-up ${KEY}`, ['X-Api-Key'])).toBe('made-up ${KEY}');
    expect(header('Cookie', 'made-up', ['X-Api-Key'])).toBe('<removed>');
  });
});

describe('a name of a secret', () => {
  it('is the first registered name, with the shell word that computes the secret', () => {
    const own = new Redactor([]);
    own.learn('', '${NOTHING}');
    expect(own.nameOf('')).toBeUndefined();
    own.learn('short', '${SHORT}');
    expect(own.text('short')).toBe('short');
    own.learn('derived-from-others', '${DERIVED}', '$(make it)');
    own.learn('derived-from-others', '${AGAIN}', '$(make it again)');
    expect(own.text('derived-from-others')).toBe('${DERIVED}');
    expect([
      own.recipeOf('${DERIVED}'),
      own.recipeOf('${AGAIN}'),
      own.nameOf('derived-from-others'),
    ]).toEqual(['$(make it)', undefined, '${DERIVED}']);
    expect([own.sourceOf('${DERIVED}'), own.nameOf('derived')]).toEqual([undefined, undefined]);
  });

  it('contains a number for each issued token, with the command that obtains such a token', () => {
    const own = new Redactor([]);
    own.registerToken('token-number-one');
    own.registerToken('token-number-two', 'npx --no -- assay token --two');
    own.registerToken('token-number-one');
    expect(own.text('token-number-one token-number-two')).toBe(
      '${ACCESS_TOKEN_1} ${ACCESS_TOKEN_2}',
    );
    expect(own.sourceOf('${ACCESS_TOKEN_1}')).toBe('npx --no -- assay token');
    own.registerToken('token-number-one', 'npx --no -- assay token --one');
    own.registerToken('token-number-two');
    expect(['${ACCESS_TOKEN_1}', '${ACCESS_TOKEN_2}'].map((shown) => own.sourceOf(shown))).toEqual([
      'npx --no -- assay token --one',
      'npx --no -- assay token --two',
    ]);
  });
});

it('removes each secret from a text, and keeps the rest', () => {
  expect(redactor.text(`a ${KEY} b ${KEY}${KEY} c`)).toBe('a ${KEY} b ${KEY}${KEY} c');
  expect(redactor.text('nothing here')).toBe('nothing here');
  expect([redactor.contains(`a ${KEY}`), redactor.contains('nothing')]).toEqual([true, false]);
});

it.each(['client_secret', 'access_token', 'refresh_token', 'id_token', 'password'])(
  'removes the value of %s, in a form or in JSON, unless it has its name already',
  (field) => {
    expect(redactor.text(`a=1&${field}=unknown&b=2`)).toBe(`a=1&${field}=<removed>&b=2`);
    expect(redactor.text(`{"${field}" : "unknown","b":2}`)).toBe(
      `{"${field}" : "<removed>","b":2}`,
    );
    expect(redactor.text(`${field}=\${KEY}`)).toBe(`${field}=\${KEY}`);
    expect(redactor.text(`${field}s=unknown`)).toBe(`${field}s=unknown`);
  },
);

it('removes the secrets of every redactor for a terminal', () => {
  expect(withoutSecrets(`crashed with ${KEY}`)).toBe('crashed with ${KEY}');
});
