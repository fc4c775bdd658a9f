import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Redactor } from '../redact.js';

type Spell = (text: string, pick: () => number) => string;

const each = (text: string, spell: (character: string) => string): string =>
  [...text].map(spell).join('');
const hex = (code: number, width: number, upper: boolean): string => {
  const digits = code.toString(16).padStart(width, '0');
  return upper ? digits.toUpperCase() : digits;
};
const units = (text: string): number[] =>
  Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));

/**
 * Ways in which a server may spell what it echoes; a number from 0 to 9 decides about each
 * character.
 */
const SPELLINGS: Readonly<Record<string, Spell>> = {
  raw: (text) => text,
  percent: (text, pick) =>
    [...Buffer.from(text)]
      .map((byte) => {
        const plain = String.fromCharCode(byte);
        return /[A-Za-z0-9]/.test(plain) && pick() < 8 ? plain : `%${hex(byte, 2, pick() < 5)}`;
      })
      .join(''),
  form: (text) => new URLSearchParams({ a: text }).toString().slice(2),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  mime: (text) =>
    Buffer.from(`${'-'.repeat(50)}${text}`)
      .toString('base64')
      .replace(/.{76}/g, '$&\r\n'),
  'within base64': (text, pick) =>
    Buffer.from(`${'client:x'.slice(0, 1 + (pick() % 7))}${text}!`).toString('base64'),
  json: (text, pick) =>
    units(text)
      .map((code) => {
        const character = String.fromCharCode(code);
        if (pick() > 7 || code > 126 || code < 32) return `\\u${hex(code, 4, pick() < 5)}`;
        if (character === '"' || character === '\\' || (character === '/' && pick() < 5))
          return `\\${character}`;
        return character;
      })
      .join(''),
  html: (text, pick) =>
    each(text, (character) => {
      const code = character.codePointAt(0) ?? 0;
      const named = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', '/': 'sol', ü: 'uuml' }[
        character
      ];
      if (named !== undefined && pick() < 6) return `&${named};`;
      if (named === undefined && pick() <= 7) return character;
      return pick() < 5 ? `&#${code};` : `&#x${hex(code, 2, pick() < 5)};`;
    }),
};
/** Ways that are known of the secret itself alone. */
const OTHER_LETTERS: typeof SPELLINGS = {
  hex: (text) => Buffer.from(text).toString('hex'),
  'small letters': (text) => text.toLowerCase(),
  capitals: (text) => text.toUpperCase(),
};
const outermost = fc.constantFrom(...Object.entries(SPELLINGS));
const innermost = fc.constantFrom(...Object.entries({ ...SPELLINGS, ...OTHER_LETTERS }));

const secret = fc
  .string({
    minLength: 8,
    maxLength: 40,
    unit: fc.constantFrom(...'aZ9-_/+=%&<>"\\:. ü€', 'k', 'Q', '7'),
  })
  .filter((value) => new Set(value).size > 4 && value.trim() === value);

it('finds a secret in every spelling, within another one, wherever it stands', () => {
  fc.assert(
    fc.property(
      secret,
      innermost,
      outermost,
      fc.array(fc.nat(9), { minLength: 60, maxLength: 60 }),
      fc.constantFrom('', '{"a":"', 'x=', '<b>', ' ', '"'),
      (value, [, inner], [, outer], digits, around) => {
        let turn = 0;
        const pick = (): number => digits[turn++ % digits.length] ?? 0;
        const spelled = outer(inner(value, pick), pick);
        const redactor = new Redactor([{ name: 'A', value }]);
        const clean = redactor.text(`${around}${spelled}${around}`);
        expect(clean).toContain('${A}');
        expect(redactor.contains(clean)).toBe(false);
        expect(clean).not.toContain(spelled);
      },
    ),
    { seed: 11, numRuns: 600 },
  );
});

it('finds what is left of a secret where the text was cut', () => {
  const value = 's3cret/with+marks=and-more';
  const redactor = new Redactor([{ name: 'A', value }]);
  for (let kept = 4; kept < value.length; kept += 1)
    expect(redactor.text(`it said "${value.slice(0, kept)}…`)).toBe('it said "${A}…');
});

it('finds our own Basic credentials, whose parts are form-encoded, echoed in JSON', () => {
  const redactor = new Redactor([{ name: 'ETM_CLIENT_SECRET', value: 'pa ss/wörd+1' }]);
  const basic = Buffer.from(
    `client:${new URLSearchParams({ a: 'pa ss/wörd+1' }).toString().slice(2)}`,
  ).toString('base64');
  expect(redactor.text(JSON.stringify({ basic }).replaceAll('/', '\\/'))).toContain(
    '${ETM_CLIENT_SECRET}',
  );
});

it('finds one of many tokens, of any size, in a text full of escapes', () => {
  const redactor = new Redactor([]);
  const tokens = Array.from(
    { length: 2000 },
    (_, index) => `opaque-${index}-${'x'.repeat(index === 7 ? 200_000 : 30)}`,
  );
  for (const token of tokens) redactor.registerToken(token);
  const text = `${'{"a":"b\\/c%20d&amp;e"},'.repeat(40_000)}"${tokens[7]}"`;
  expect(redactor.text(text)).toMatch(/"\$\{ACCESS_TOKEN_8\}"$/);
});

it('finds a secret in the base64 that follows eight megabytes of letters', () => {
  const value = 's3cret/with+marks';
  const redactor = new Redactor([{ name: 'A', value }]);
  const letters = 'k'.repeat(8 * 1024 * 1024);
  const clean = redactor.text(`${letters} ${Buffer.from(`xy${value}`).toString('base64')}`);
  expect(clean.slice(letters.length - 1)).toMatch(/^k \S{0,3}\$\{A\}=*$/);
});

it('takes a plus for a blank where one secret has the blank and another the plus', () => {
  const [plus, blank] = ['Stand-In+for%NORTH', 'Stand-In for%NORTH'];
  const redactor = new Redactor([{ name: 'PLUS', value: plus }]);
  redactor.learn(blank, '${BLANK}');
  expect(redactor.text('id=north&secret=Stand-In+for%25NORTH')).toBe('id=north&secret=${BLANK}');
  expect(redactor.text('id=north&secret=Stand-In%2Bfor%25NORTH')).toBe('id=north&secret=${PLUS}');
});

it('finds a secret with a blank and a plus that was form-encoded and then escaped in part', () => {
  const redactor = new Redactor([{ name: 'A', value: 'aaa%+ aaaaaaa>' }]);
  expect(redactor.text('"aa\\u0061\\u002525%2B\\u002Baaaaaaa%3E"')).toBe('"${A}"');
  expect(redactor.text('"aaa%25%2B+aaaaaaa&gt;"')).toBe('"${A}"');
});

it.each([
  ['a short token in megabytes of its letter', 'xxxxxxxxxx', 'x'.repeat(4_000_000)],
  ['a token of a megabyte in itself', 'x'.repeat(1_000_000), 'x'.repeat(2_500_000)],
  ['a token that differs at its end', `${'x'.repeat(1_000_000)}y`, `${'x'.repeat(3_000_000)}y`],
  ['a token in escapes', 'x'.repeat(100_000), `${'x'.repeat(99)}%78`.repeat(20_000)],
])(
  'the search for %s ends, and leaves no secret',
  (_, token, text) => {
    const redactor = new Redactor([]);
    redactor.registerToken(token);
    const clean = redactor.text(`{"a":"${text}"}`);
    expect(clean).not.toContain(token);
    expect(clean).toContain('${ACCESS_TOKEN_1}');
  },
  20_000,
);

it.each([
  ['canary-1234', 'canary-1234'],
  ['canary-1234', 'c\\u0061nary-1234'],
  ['\\ab-1234-c', '\\ab-1234-c'],
])('finds the secret %j as %j after and between many backslashes', (secret, written) => {
  const redactor = new Redactor([{ name: 'TOKEN', value: secret }]);
  const run = '\\'.repeat(5000);
  expect(redactor.text(`${run}"${written}"${run}`)).toBe(`${run}"\${TOKEN}"${run}`);
});
