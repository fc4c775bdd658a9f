import { decodeHTML } from 'entities/decode';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Redactor } from '../redact.js';

/** Chooses one of several ways; each decision is a number that fast-check made and can shrink. */
type Choose = (ways: number) => number;

const hexDigits = (code: number, width: number, choose: Choose): string => {
  const digits = code.toString(16).padStart(width, '0');
  return choose(2) === 0 ? digits : digits.toUpperCase();
};

const percent = (text: string, choose: Choose): string =>
  [...Buffer.from(text)].map((byte) => `%${hexDigits(byte, 2, choose)}`).join('');

const JSON_SHORT: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '/': '\\/' };

const inJson = (text: string, choose: Choose): string => {
  const short = JSON_SHORT[text];
  if (short !== undefined && choose(2) === 0) return short;
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return units.map((unit) => `\\u${hexDigits(unit, 4, choose)}`).join('');
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  '/': 'sol',
  ü: 'uuml',
};

const inHtml = (text: string, choose: Choose): string => {
  const name = ENTITIES[text];
  if (name !== undefined && choose(2) === 0) return `&${name};`;
  const code = text.codePointAt(0) ?? 0;
  return choose(2) === 0 ? `&#${code};` : `&#x${hexDigits(code, 2, choose)};`;
};

const raw = (text: string): string => text;

/** Each character in a way of its own: as it is, or escaped for a URL, JSON or HTML. */
const mixture = (text: string, choose: Choose): string =>
  [...text]
    .map((character) => [raw, raw, percent, inJson, inHtml][choose(5)]?.(character, choose))
    .join('');

/** A mixture that was escaped once more: all that begins an escape, and some other characters. */
const nestedMixture = (text: string, choose: Choose): string => {
  const again = [percent, inJson, inHtml][choose(3)] ?? percent;
  return [...mixture(text, choose)]
    .map((character) =>
      /[\\%&"]/.test(character) || choose(5) === 0 ? again(character, choose) : character,
    )
    .join('');
};

const SURROUNDINGS = fc.string({
  unit: fc.constantFrom('{', '}', '[', ']', ':', ',', '~', '!', 'é', '漢', '\n'),
});
const SECRET = fc
  // Without semicolons: `&#35;` in front of one could be read in two ways.
  .string({
    minLength: 8,
    maxLength: 30,
    unit: fc.constantFrom(...'aZ9-_/+=%&<>"\\.#x ü€', 'k', 'Q', '7'),
  })
  // What ends with the beginning of an escape is tested by itself.
  .filter(
    (value) => new Set(value).size > 4 && value.trim() === value && !/[\\%&].{0,3}$/.test(value),
  );
const DECISIONS = fc.array(fc.nat(9), { minLength: 80, maxLength: 80 });

const chooseFrom = (decisions: readonly number[]): Choose => {
  let turn = 0;
  return (ways) => (decisions[turn++ % decisions.length] ?? 0) % ways;
};

it('removes a mixture of escapes, once or within each other, and changes nothing else', () => {
  fc.assert(
    fc.property(
      SECRET,
      DECISIONS,
      fc.boolean(),
      SURROUNDINGS,
      SURROUNDINGS,
      (value, decisions, isNested, before, after) => {
        const spell = isNested ? nestedMixture : mixture;
        const redactor = new Redactor([{ name: 'A', value }]);
        const spelled = spell(value, chooseFrom(decisions));
        expect(redactor.text(`${before}${spelled}${after}`)).toBe(`${before}\${A}${after}`);
      },
    ),
    { seed: 22, numRuns: 3000 },
  );
});

it('removes what is left of a mixture that was cut, and changes nothing else', () => {
  fc.assert(
    fc.property(SECRET, DECISIONS, fc.nat(), SURROUNDINGS, (value, decisions, cutAt, before) => {
      const characters = [...value];
      // Two characters may be one when they are decoded, and four are needed.
      const kept = 7 + (cutAt % (characters.length - 7));
      const choose = chooseFrom(decisions);
      const whole = mixture(characters.slice(0, kept).join(''), choose);
      const next = mixture(characters[kept] ?? '', choose);
      // The cut may go through the escape of the next character.
      const rest = next.startsWith(characters[kept] ?? '')
        ? ''
        : next.slice(0, cutAt % next.length);
      const redactor = new Redactor([{ name: 'A', value }]);
      expect(redactor.text(`${before}${whole}${rest}…`)).toBe(`${before}\${A}…`);
    }),
    { seed: 23, numRuns: 3000 },
  );
});

it.each([
  'Secret-1\\',
  'Secret-1%',
  'Secret-1&',
  'Secret-1%4',
  'Secret-1\\u00',
  'Secret-1&am',
  'Secret-1&#3',
])('removes %s, which ends with the beginning of an escape', (value) => {
  const redactor = new Redactor([{ name: 'A', value }]);
  for (const spelled of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])
    expect(redactor.text(`say "${spelled}" 5;`)).toBe('say "${A}" 5;');
});

it('removes a secret that a server decoded although it was not encoded', () => {
  const redactor = new Redactor([{ name: 'A', value: 'Secret%41&amp;\\u0062 ' }]);
  expect(redactor.text('"SecretA&b "')).toBe('"${A}"');
});

/** Each decoder undoes all escapes of its kind; they are libraries, or too simple to be wrong. */
const DECODERS: readonly ((text: string) => string)[] = [
  (text) =>
    text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
    ),
  (text) => text.replaceAll('+', ' '),
  (text) =>
    text
      .replace(/\\u([0-9a-f]{4})/gi, (_, digits) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      )
      .replace(/\\(["'\\/])/g, '$1'),
  (text) => decodeHTML(text),
];

/** The text and everything it can be decoded to in up to three steps, in every order. */
function decodings(text: string, steps = 3): ReadonlySet<string> {
  const all = new Set([text]);
  if (steps === 0) return all;
  for (const decode of DECODERS) {
    const decoded = decode(text);
    if (decoded !== text) for (const one of decodings(decoded, steps - 1)) all.add(one);
  }
  return all;
}

it('leaves no secret that decoders in any order find', () => {
  fc.assert(
    fc.property(SECRET, DECISIONS, SURROUNDINGS, (value, decisions, around) => {
      const redactor = new Redactor([{ name: 'A', value }]);
      const spelled = nestedMixture(value, chooseFrom(decisions));
      const clean = redactor.text(
        `${around}${spelled}"${JSON.stringify(spelled)}${encodeURIComponent(spelled)}`,
      );
      for (const decoded of decodings(clean)) expect(decoded).not.toContain(value);
    }),
    { seed: 24, numRuns: 500 },
  );
});
