import { pattern } from '../oracle/wildcards.js';
import { type Holds, type OperatorMutants, onText } from './comparison-mutants.js';

/** A pattern up to its nth run of any characters. */
const upTo = (asked: string, count: number): string => {
  const parts = asked.split('%');
  return parts.length > count ? `${parts.slice(0, count).join('%')}%` : asked;
};

/** Over the units that characters are made of, each written as a character. */
const inUnits = (units: (text: string) => string): Holds =>
  onText((asked) => {
    const matches = pattern(units(asked));
    return (held) => matches(units(held));
  });

export const likeMutants: OperatorMutants = {
  right: onText((asked) => pattern(asked)),
  wrong: {
    'ignores case': inUnits((text) => text.toLowerCase()),
    'is not anchored': onText((asked) => pattern(`%${asked}%`)),
    'is not anchored at the start': onText((asked) => pattern(`%${asked}`)),
    'is not anchored at the end': onText((asked) => pattern(`${asked}%`)),
    'is not anchored at the end where it begins with _': onText((asked) =>
      pattern(/^_.*[^%]$/s.test(asked) ? `${asked}%` : asked),
    ),
    'is not anchored at the start where it ends with _': onText((asked) =>
      pattern(/^[^%].*_$/s.test(asked) ? `%${asked}` : asked),
    ),
    'takes _ literally': onText((asked) => pattern(asked, { anyOne: '' })),
    'takes _ as one byte': inUnits((text) => Buffer.from(text).toString('latin1')),
    'takes _ as one unit of UTF-16': inUnits((text) =>
      text.replace(/[\ud800-\udfff]/g, (unit) => String.fromCharCode(unit.charCodeAt(0) + 0x800)),
    ),
    'takes _ as any run': onText((asked) => pattern(asked.replaceAll('_', '%'))),
    'takes _ as none or one': onText((asked) => {
      const [matches, none] = [pattern(asked), pattern(asked.replaceAll('_', ''))];
      return (held) => matches(held) || none(held);
    }),
    'stops % at a line break': onText((asked) => {
      const matches = pattern(asked);
      return (held) => matches(held) && held.includes('\n') === asked.includes('\n');
    }),
    'takes % literally': onText((asked) => pattern(asked, { anyRun: '' })),
    'takes % as at least one': onText((asked) => pattern(asked.replaceAll('%', '_%'))),
    'takes % as one': onText((asked) => pattern(asked.replaceAll('%', '_'))),
    'honours only the first %': onText((asked) => pattern(asked.replace(/(%[^%]*)%/g, '$1'))),
    'drops what follows the second %': onText((asked) => pattern(upTo(asked, 2))),
    'drops what follows the third %': onText((asked) => pattern(upTo(asked, 3))),
    'trims the pattern': onText((asked) => pattern(asked.trim())),
    'takes several blanks as one': onText((asked) => pattern(asked.replace(/ {2,}/g, ' '))),
    'takes several _ as one': onText((asked) => pattern(asked.replace(/__+/g, '_'))),
    'takes a dot as any character': onText((asked) => pattern(asked.replaceAll('.', '_'))),
    'takes parentheses, + and * as syntax': onText((asked) => pattern(asked.replace(/[()+*]/g, ''))),
  },
};

export function withoutCase({ right, wrong }: OperatorMutants): OperatorMutants {
  const fold = (reading: Holds): Holds =>
    onText((asked) => {
      const holds = reading(asked.toLowerCase());
      return (held) => holds(held.toLowerCase());
    });
  return {
    right: fold(right),
    wrong: {
      ...Object.fromEntries(Object.entries(wrong).map(([name, reading]) => [name, fold(reading)])),
      'respects case': right,
      'respects case without %': onText((asked) =>
        asked.includes('%') ? fold(right)(asked) : (held) => held === asked,
      ),
      'ignores the case of the data only': onText((asked) => {
        const holds = right(asked);
        return (held) => holds(held.toLowerCase());
      }),
      'ignores the case of the pattern only': onText((asked) => right(asked.toLowerCase())),
    },
  };
}
