import { readsAsNumber, TEXT_CLASSES } from '../oracle/odd-text.js';
import { pattern } from '../oracle/wildcards.js';
import { narrowed, to32Bits, toSingle } from './number-mutants.js';
import { first, type OperatorMutants, onText } from './operator-reading.js';

export const equalsMutants: OperatorMutants = {
  right: (asked) => (held) => held === first(asked),
  wrong: {
    'trims blanks': onText((asked) => (held) => held.trim() === asked.trim()),
    'equates normal forms': onText((asked) => (held) => held.normalize() === asked.normalize()),
    'matches a part': onText((asked) => (held) => held.includes(asked)),
    'matches a beginning': onText((asked) => (held) => held.startsWith(asked)),
    'takes % and _ as wildcards': onText((asked) => pattern(asked)),
    'drops what follows a quote or comment': onText(
      (asked) => (held) => held === (asked.split(/['";]|--|\/\*/)[0] ?? ''),
    ),
    'takes + as a blank': onText((asked) => (held) => held === asked.replaceAll('+', ' ')),
    'ignores accents': onText(
      (asked) => (held) =>
        held.normalize('NFD').replace(/\p{M}+/gu, '') === asked.normalize('NFD').replace(/\p{M}+/gu, ''),
    ),
    'takes text that looks like a number for one': onText(
      (asked) => (held) =>
        held === asked || (readsAsNumber(held) && readsAsNumber(asked) && Number(held) === Number(asked)),
    ),
    'ignores the sign of numbers': (asked) => (held) =>
      typeof held === 'number' ? Math.abs(held) === Math.abs(Number(first(asked))) : held === first(asked),
    'cuts numbers to integers': (asked) => (held) =>
      typeof held === 'number' ? Math.trunc(held) === Math.trunc(Number(first(asked))) : held === first(asked),
    'splits at commas': onText((asked) => (held) => asked.split(',').includes(held)),
    'cuts what is asked at 255 characters': onText((asked) => (held) => held === asked.slice(0, 255)),
    'takes 32 bits of numbers': narrowed((held, asked) => held === asked, to32Bits),
    'takes whole numbers in single precision': narrowed((held, asked) => held === asked, toSingle),
    'keeps numbers in single precision': (asked) => (held) =>
      typeof held === 'number' ? Math.fround(held) === Number(first(asked)) : held === first(asked),
    'finds nothing for 0': (asked) => (held) => held === first(asked) && held !== 0,
    'takes 0 for no value': (asked) => (held) => held === first(asked) || first(asked) === 0,
    ...Object.fromEntries(
      Object.entries(TEXT_CLASSES).map(([name, shape]) => [
        `finds no text with ${name}`,
        onText((asked) => (held) => held === asked && !shape.test(asked)),
      ]),
    ),
  },
};
