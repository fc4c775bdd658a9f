import type { Operator, Scalar } from './filter.js';

/** A reading of an operator on values that are not null. */
export type Holds = (held: Scalar, asked: Scalar | readonly Scalar[]) => boolean;

/** The right reading of an operator and wrong ones that servers are known to have. Nulls and case are judged elsewhere. */
export interface Readings {
  readonly right: Holds;
  readonly wrong: Readonly<Record<string, Holds>>;
}

const list = (asked: Scalar | readonly Scalar[]): readonly Scalar[] => (typeof asked === 'object' ? asked : [asked]);
const scalar = (asked: Scalar | readonly Scalar[]): Scalar => list(asked)[0] ?? '';
const low = scalar;
const high = (asked: Scalar | readonly Scalar[]): Scalar => list(asked)[1] ?? '';
const text = (value: Scalar | readonly Scalar[]): string => String(scalar(value));

const equals: Readings = {
  right: (held, asked) => held === scalar(asked),
  wrong: {
    'trims blanks': (held, asked) => String(held).trim() === text(asked).trim(),
    'equates normal forms': (held, asked) => String(held).normalize() === text(asked).normalize(),
    'matches a part': (held, asked) => String(held).includes(text(asked)),
    'matches a beginning': (held, asked) => String(held).startsWith(text(asked)),
    'takes % and _ as wildcards': (held, asked) => like(String(held), text(asked)),
    'drops what follows a quote or comment': (held, asked) =>
      String(held) === (text(asked).split(/['";]|--|\/\*/)[0] ?? ''),
    'takes + as a blank': (held, asked) => String(held) === text(asked).replaceAll('+', ' '),
    'splits at commas': (held, asked) => text(asked).split(',').includes(String(held)),
  },
};

const bound = (rule: (order: number) => boolean, slipped: (order: number) => boolean): Readings => ({
  right: (held, asked) => rule(Math.sign(Number(held) - Number(scalar(asked)))),
  wrong: {
    'is off at the boundary': (held, asked) => slipped(Math.sign(Number(held) - Number(scalar(asked)))),
    'is reversed': (held, asked) => rule(Math.sign(Number(scalar(asked)) - Number(held))),
    'compares as text': (held, asked) => rule(String(held) < text(asked) ? -1 : String(held) > text(asked) ? 1 : 0),
    'rounds to whole numbers': (held, asked) =>
      rule(Math.sign(Math.trunc(Number(held)) - Math.trunc(Number(scalar(asked))))),
    'ignores the sign': (held, asked) => rule(Math.sign(Math.abs(Number(held)) - Math.abs(Number(scalar(asked))))),
  },
});

const likeReadings: Readings = {
  right: (held, asked) => like(String(held), text(asked)),
  wrong: {
    'is not anchored': (held, asked) => like(String(held), `%${text(asked)}%`),
    'is not anchored at the start': (held, asked) => like(String(held), `%${text(asked)}`),
    'is not anchored at the end': (held, asked) => like(String(held), `${text(asked)}%`),
    'takes _ literally': (held, asked) => like(String(held), text(asked), { one: '_' }),
    'takes _ as any run': (held, asked) => like(String(held), text(asked).replaceAll('_', '%')),
    'takes _ as none or one': (held, asked) => like(String(held), text(asked), { one: '[^]?' }),
    'takes % literally': (held, asked) => like(String(held), text(asked), { run: '%' }),
    'takes % as at least one': (held, asked) => like(String(held), text(asked), { run: '[^]+' }),
    'takes % as one': (held, asked) => like(String(held), text(asked), { run: '[^]' }),
    'honours only the first %': (held, asked) => like(String(held), text(asked).replace(/(%[^%]*)%/g, '$1')),
    'takes a dot as any character': (held, asked) => like(String(held), text(asked), { dot: '[^]' }),
  },
};

const inReadings: Readings = {
  right: (held, asked) => list(asked).includes(held),
  wrong: {
    'takes the first value only': (held, asked) => held === list(asked)[0],
    'takes the last value only': (held, asked) => held === list(asked).at(-1),
    'forgets the first value': (held, asked) => list(asked).slice(1).includes(held),
    'forgets the last value': (held, asked) => list(asked).slice(0, -1).includes(held),
    'takes two values only': (held, asked) => list(asked).slice(0, 2).includes(held),
    'takes the values as bounds': (held, asked) => held >= scalar(asked) && held <= (list(asked).at(-1) ?? ''),
    'matches a part': (held, asked) =>
      list(asked).some((one) => String(one).includes(String(held)) || String(held).includes(String(one))),
  },
};

const betweenReadings: Readings = {
  right: (held, asked) => Number(held) >= Number(low(asked)) && Number(held) <= Number(high(asked)),
  wrong: {
    'leaves out the lower bound': (held, asked) =>
      Number(held) > Number(low(asked)) && Number(held) <= Number(high(asked)),
    'leaves out the upper bound': (held, asked) =>
      Number(held) >= Number(low(asked)) && Number(held) < Number(high(asked)),
    'leaves out both bounds': (held, asked) => Number(held) > Number(low(asked)) && Number(held) < Number(high(asked)),
    'forgets the upper bound': (held, asked) => Number(held) >= Number(low(asked)),
    'forgets the lower bound': (held, asked) => Number(held) <= Number(high(asked)),
    'takes the bounds as a list': (held, asked) => list(asked).includes(held),
    'compares as text': (held, asked) => String(held) >= String(low(asked)) && String(held) <= String(high(asked)),
  },
};

/** The negation of an operator has the negations of its wrong readings, and the operator itself. */
const negated = ({ right, wrong }: Readings): Readings => ({
  right: (held, asked) => !right(held, asked),
  wrong: {
    'is not negated': right,
    ...Object.fromEntries(
      Object.entries(wrong).map(([name, reading]) => [
        name,
        (held: Scalar, asked: Scalar | readonly Scalar[]) => !reading(held, asked),
      ]),
    ),
  },
});

const withNegation = (readings: Readings): Readings => ({
  right: readings.right,
  wrong: { ...readings.wrong, 'is negated': (held, asked) => !readings.right(held, asked) },
});

/** Every operator but `IS` and `IS NOT`, which take no value. */
export const readings: Readonly<Record<Exclude<Operator, 'IS' | 'IS NOT'>, Readings>> = {
  '=': withNegation(equals),
  '!=': negated(equals),
  '>': bound(
    (order) => order > 0,
    (order) => order >= 0,
  ),
  '>=': bound(
    (order) => order >= 0,
    (order) => order > 0,
  ),
  '<': bound(
    (order) => order < 0,
    (order) => order <= 0,
  ),
  '<=': bound(
    (order) => order <= 0,
    (order) => order < 0,
  ),
  LIKE: withNegation(likeReadings),
  'NOT LIKE': negated(likeReadings),
  ILIKE: withNegation(withoutCase(likeReadings)),
  'NOT ILIKE': negated(withoutCase(likeReadings)),
  IN: withNegation(inReadings),
  'NOT IN': negated(inReadings),
  BETWEEN: withNegation(betweenReadings),
  'NOT BETWEEN': negated(betweenReadings),
};

function withoutCase({ right, wrong }: Readings): Readings {
  const fold =
    (reading: Holds): Holds =>
    (held, asked) =>
      reading(String(held).toLowerCase(), text(asked).toLowerCase());
  return {
    right: fold(right),
    wrong: {
      ...Object.fromEntries(Object.entries(wrong).map(([name, reading]) => [name, fold(reading)])),
      'respects case': right,
      'ignores the case of the data only': (held, asked) => right(String(held).toLowerCase(), asked),
      'ignores the case of the pattern only': (held, asked) => right(held, text(asked).toLowerCase()),
    },
  };
}

const patterns = new Map<string, RegExp>();

function like(held: string, pattern: string, { one = '[^]', run = '[^]*', dot = '\\.' } = {}): boolean {
  const id = `${one} ${run} ${dot} ${pattern}`;
  let made = patterns.get(id);
  if (made === undefined) {
    const source = [...pattern]
      .map((c) => (c === '%' ? run : c === '_' ? one : c === '.' ? dot : c.replace(/[\\^$*+?()[\]{}|/]/g, '\\$&')))
      .join('');
    made = new RegExp(`^${source}$`, 'u');
    if (patterns.size > 20_000) patterns.clear();
    patterns.set(id, made);
  }
  return made.test(held);
}
