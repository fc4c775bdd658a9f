const MEGABYTE = 1024 * 1024;
const LARGE = 8 * MEGABYTE - 1024;

const list = (unit: string, count: number): string =>
  Array.from({ length: count }, () => unit).join(',');
const page = (records: string, total: string | number = 1): string =>
  `{"data":[${records}],"meta":{"total":${total},"limit":100,"offset":0}}`;
const cursorPage = (entities: string): string =>
  `{"success":true,"Entities":[${entities}],"meta":{"cursor":{"current":0,"prev":0,"next":5,"count":1}}}`;
const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `{"id":${index + 1}}`).join(',');
const token = (text: string): string =>
  `{"access_token":"${text}","token_type":"Bearer","expires_in":300}`;
const encoded = (text: string): string => Buffer.from(text).toString('base64url');
const nested = (depth: number, open: string, close: string): string =>
  open.repeat(depth) + close.repeat(depth);

/**
 * Small bodies that are no JSON, or JSON that no reader may take for records: none of them may pass
 * as one.
 */
export const NO_RECORDS: Readonly<Record<string, string | Buffer>> = {
  ...Object.fromEntries(
    [201, 1000, 5000, 100_000].flatMap((depth) => [
      [`lists ${depth} deep`, nested(depth, '[', ']')],
      [`a record ${depth} deep`, page(`${nested(depth, '{"a":', '}').replace(':}', ':1}')}`)],
      [`lists ${depth} deep that never end`, '['.repeat(depth)],
    ]),
  ),
  ...Object.fromEntries(
    ['1e400', '-1e400', `1${'0'.repeat(400)}`, '9e999999999'].flatMap((number) => [
      [`a record with ${number.slice(0, 12)}`, page(`{"id":${number}}`)],
      [`a total of ${number.slice(0, 12)}`, page('{"id":1}', number)],
    ]),
  ),
  ...Object.fromEntries(
    ['"\\ud800"', '"\\uDC00x"', '"a\\ud83d"', '"\\ude00\\ud83d"'].flatMap((text) => [
      [`half a surrogate pair as ${text}`, page(`{"name":${text}}`)],
      [`a member called ${text}`, page(`{${text}:1}`)],
    ]),
  ),
  ...Object.fromEntries(
    [
      'ff',
      'c328',
      'a0a1',
      'e2',
      'f0288cbc',
      'eda080',
      'c080',
      'f4908080',
      'fe',
      '80',
      'c1bf',
      'e08080',
      'f8888080',
      'edbfbf',
      'c2',
      'f09f98',
    ].map((bytes) => [
      `the bytes ${bytes}, which are no UTF-8`,
      Buffer.concat([
        Buffer.from('{"data":[{"name":"'),
        Buffer.from(bytes, 'hex'),
        Buffer.from('"}],"meta":{}}'),
      ]),
    ]),
  ),
  ...Object.fromEntries(
    [
      '',
      ' ',
      'nul',
      '[1,]',
      '{"a":1,}',
      "{'a':1}",
      '[01]',
      '[NaN]',
      '[Infinity]',
      '[+1]',
      '[.5]',
      '"\u0000"',
      '[1]x',
      '[1',
      '{"a"}',
      '{a:1}',
      '[1 2]',
      '[tru]',
      '[0x10]',
      '[1.]',
      '[-]',
      '[1e]',
      '["\n"]',
      '["\\x41"]',
      '["\\u12"]',
      '{"a":1 "b":2}',
      '/* */[]',
      '[],',
      '{}{}',
      'undefined',
      '(1)',
      '\u00a0[]',
    ].map((text) => [`the text ${JSON.stringify(text)}`, text]),
  ),
};

/** Bodies of up to 8 MB, each of which must be dealt with in two seconds and 300 MB. */
export const LARGE_BODIES: Readonly<Record<string, () => string>> = {
  'a megabyte of numbers': () => `[${list('1', MEGABYTE / 2)}]`,
  '8 MB of numbers': () => `[${list('1', LARGE / 2)}]`,
  '8 MB of empty objects': () => `[${list('{}', Math.floor(LARGE / 3))}]`,
  'a page of 8 MB of empty objects': () => page(list('{}', Math.floor(LARGE / 3))),
  'an 8 MB string': () => `"${'x'.repeat(LARGE)}"`,
  'a record with an 8 MB string': () => page(`{"id":1,"name":"${'x'.repeat(LARGE)}"}`),
  'an 8 MB key': () =>
    `{"data":[{"id":1}],"meta":{"total":1,"limit":100,"offset":0},"${'k'.repeat(LARGE - 100)}":1}`,
  'a record with 8 MB of escapes': () => page(`{"id":1,"name":"${'\\u0041'.repeat(LARGE / 6)}"}`),
  '8 MB of percent signs': () => '%25'.repeat(LARGE / 3),
  '8 MB of entities': () => '&amp;'.repeat(LARGE / 5),
  '8 MB of backslashes': () => '\\'.repeat(LARGE),
  '8 MB of base64': () => 'QUFB'.repeat(LARGE / 4),
  '8 MB of digits': () => page(`{"id":${'9'.repeat(LARGE)}}`),
  'a record of 400,000 members': () =>
    page(`{${Array.from({ length: 400_000 }, (_, index) => `"k${index}":1`).join(',')}}`),
  'a page of 200,000 entities': () => cursorPage(numbered(200_000)),
  'a page of 130,000 records': () => page(numbered(130_000), 130_000),
  'a page of 100,000 different records': () =>
    page(
      list('', 100_000).replaceAll(/,|$/g, (comma, at) => `{"id":${at},"name":"n${at}"}${comma}`),
      100_000,
    ),
  'a record of 45,000 members': () =>
    page(`{${Array.from({ length: 45_000 }, (_, index) => `"k${index}":1`).join(',')}}`),
  'a token of a megabyte': () => token('x'.repeat(MEGABYTE)),
  'a token of 8 MB': () => token('x'.repeat(LARGE - 100)),
  'a token of dots': () => token('.'.repeat(MEGABYTE)),
  'a JWT of nested objects': () =>
    token(`${encoded('{"alg":"RS256"}')}.${encoded(nested(100_000, '[', ']'))}.c2ln`),
  'a JWT with a header of nested objects': () =>
    token(`${encoded(nested(100_000, '{"alg":', '}').replace(':}', ':1}'))}.e30.c2ln`),
  'a JWT with claims of 4 MB': () =>
    token(
      `${encoded('{"alg":"RS256"}')}.${encoded(`{"exp":1,"a":"${'x'.repeat(LARGE / 2)}"}`)}.c2ln`,
    ),
};
