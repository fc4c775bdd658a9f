/** Readings of values: texts that a server changes, loses or refuses before it compares them. */

import {
  type Criterion,
  criteriaOf,
  type Operator,
  type Scalar,
} from '../../../src/protocol/export/filter.js';
import {
  type FilteredRoute,
  isUnknown,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import type { Known } from '../model/data.js';
import { type Trait, withoutAccents } from '../model/oracle/equality.js';
import { usualNumberForm } from '../wrong-readings/comparison-readings.js';
import { CLASSES } from './classes.js';
import { type ExportReading, onEachCriterion, valuesOf } from './reading.js';
import { EQUALITY, PATTERNS, type Scope, taking, withNegation } from './scopes.js';

const EVERY: Scope = { id: 'every', name: 'filters', has: () => true };
const SINGLE_VALUES = taking(
  'single-values',
  'every operator with a single value',
  'value',
  'bound',
  'pattern',
);
const NOT_PATTERNS = taking(
  'not-patterns',
  'every operator but `LIKE`, `ILIKE` and their negations',
  'value',
  'bound',
  'list',
  'range',
);
const LISTS = taking('lists', '`IN` and `NOT IN`', 'list');
const OF_ONE_PATTERN = [
  withNegation('LIKE', 'NOT LIKE'),
  withNegation('ILIKE', 'NOT ILIKE'),
] as const;
const EQUALS = taking('equals', '`=` and `!=`', 'value');
const SINGLE = (['=', '!=', 'IN', 'NOT IN', 'LIKE', 'ILIKE'] as const).map((operator, at) => ({
  id: `only-${at + 1}`,
  name: `\`${operator}\``,
  has: (other: Operator) => other === operator,
}));
/** The narrowest come first. */
const VALUE_SCOPES = [
  ...SINGLE,
  EQUALS,
  LISTS,
  ...OF_ONE_PATTERN,
  PATTERNS,
  SINGLE_VALUES,
  EQUALITY,
  NOT_PATTERNS,
  EVERY,
];

const CLAUSE = 'EXP-FILT-14';

/** Leaves malformed escapes unchanged, as most languages do. */
const percentDecodedAgain = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'),
  );

/** The first of the characters for private use, which have no meaning in Unicode. */
const PRIVATE_USE = 0xe000;

/**
 * What a server does with a text before it compares it. The names begin with a verb, so that an `s`
 * behind it makes a sentence.
 */
export const REWRITES: Readonly<Record<string, (text: string) => string>> = {
  'remove blanks at the ends of a value': (text) => text.trim(),
  'remove blanks at the beginning of a value': (text) => text.trimStart(),
  'remove blanks at the end of a value': (text) => text.trimEnd(),
  'join several blanks of a value to one': (text) => text.replace(/\s{2,}/g, ' '),
  'remove all blanks from a value': (text) => text.replace(/\s+/g, ''),
  'change a value to lower case': (text) => text.toLowerCase(),
  'change a value to upper case': (text) => text.toUpperCase(),
  'remove text that resembles a tag': (text) => text.replace(/<[^>]*>/g, ''),
  'remove everything from `<` on': (text) => text.split('<')[0] ?? '',
  'escape `<`, `>`, `&` and quotes of a value for HTML': (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#039;'),
  'escape `<`, `>` and `&` of a value for HTML': (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  'double the apostrophes of a value': (text) => text.replaceAll("'", "''"),
  'double the percent signs of a value': (text) => text.replaceAll('%', '%%'),
  'put backslashes before `%` and `_` of a value': (text) => text.replace(/[%_]/g, '\\$&'),
  'double the quotes of a value': (text) => text.replaceAll('"', '""'),
  'put backslashes before quotes of a value': (text) => text.replace(/['"\\]/g, '\\$&'),
  'put backslashes before apostrophes of a value': (text) => text.replaceAll("'", "\\'"),
  'double the backslashes of a value': (text) => text.replaceAll('\\', '\\\\'),
  'remove backslashes from a value': (text) => text.replaceAll('\\', ''),
  'remove apostrophes from a value': (text) => text.replaceAll("'", ''),
  'remove quotes from a value': (text) => text.replace(/['"]/g, ''),
  'remove quotes around a value': (text) => text.replace(/^(['"])(.*)\1$/s, '$2'),
  'cut a value at an apostrophe': (text) => text.split("'")[0] ?? '',
  'cut a value at a quote': (text) => text.split(/['"]/)[0] ?? '',
  'cut a value at a comma': (text) => text.split(',')[0] ?? '',
  'cut a value at a semicolon': (text) => text.split(';')[0] ?? '',
  'cut a value at `&`': (text) => text.split('&')[0] ?? '',
  'escape `&` of a value for HTML': (text) => text.replaceAll('&', '&amp;'),
  'decode the query string before it is split, so that a value is cut at `&` and a `+` is a blank':
    (text) => percentDecodedAgain((text.split('&')[0] ?? '').replaceAll('+', ' ')),
  'cut a value at `=`': (text) => text.split('=')[0] ?? '',
  'cut a value at `#`': (text) => text.split('#')[0] ?? '',
  'cut a value at `--`': (text) => text.split('--')[0] ?? '',
  'cut a value at a blank': (text) => text.split(' ')[0] ?? '',
  'cut a value at a line break': (text) => text.split('\n')[0] ?? '',
  'read `+` of a value as a blank': (text) => text.replaceAll('+', ' '),
  'decode `%` of a value once more': percentDecodedAgain,
  'decode `%` and `+` of a value once more': (text) =>
    percentDecodedAgain(text.replaceAll('+', ' ')),
  'remove `%` from a value': (text) => text.replaceAll('%', ''),
  'remove `%` and `_` from a value': (text) => text.replace(/[%_]/g, ''),
  'remove semicolons from a value': (text) => text.replaceAll(';', ''),
  'remove square brackets from a value': (text) => text.replace(/[[\]]/g, ''),
  'remove square and curly brackets from a value': (text) => text.replace(/[[\]{}]/g, ''),
  'remove parentheses from a value': (text) => text.replace(/[()]/g, ''),
  'remove brackets of all kinds from a value': (text) => text.replace(/[[\](){}]/g, ''),
  'remove special characters from a value': (text) => text.replace(/[^\p{L}\p{N} ]/gu, ''),
  'remove characters beyond ASCII from a value': (text) => text.replace(/[^\x20-\x7e]/g, ''),
  // Collations may ignore control characters, so that the result would be open. Characters for
  // private use stand for them.
  'read UTF-8 of a value as Latin-1': (text) =>
    Buffer.from(text)
      .toString('latin1')
      .replace(/[\x80-\x9f]/g, (control) =>
        String.fromCharCode(PRIVATE_USE + control.charCodeAt(0)),
      ),
  'replace characters beyond ASCII by `?`': (text) => text.replace(/[^\x20-\x7e]/gu, '?'),
  'remove characters beyond the basic plane': (text) =>
    text.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  'replace characters beyond the basic plane by `?`': (text) =>
    text.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
  'remove accents from a value': withoutAccents,
  'bring a value to its composed form': (text) => text.normalize('NFC'),
  'read a value that looks like a number as the number': usualNumberForm,
  'read `true` and `false` as 1 and 0': (text) =>
    text === 'true' || text === 'false' ? String(Number(text === 'true')) : text,
  'cut a value at 255 characters': (text) => text.slice(0, 255),
  'cut a value at 100 characters': (text) => text.slice(0, 100),
  'cut a value at 50 characters': (text) => text.slice(0, 50),
  'cut a value at 32 characters': (text) => text.slice(0, 32),
  'cut a value at 20 characters': (text) => text.slice(0, 20),
  'remove the last character of a value': (text) => text.slice(0, -1),
};

/** The difference between texts that a rewriting removes. */
export const REMOVED: Readonly<Partial<Record<string, Trait>>> = {
  'remove blanks at the ends of a value': 'blanks',
  'remove blanks at the beginning of a value': 'blanks',
  'remove blanks at the end of a value': 'blanks',
  'change a value to lower case': 'case',
  'change a value to upper case': 'case',
  'remove accents from a value': 'accents',
  'bring a value to its composed form': 'forms',
};

const rewritten = (criterion: Criterion, change: (text: string) => string): Criterion => {
  const changed = (value: Scalar): Scalar => (typeof value === 'string' ? change(value) : value);
  const { value } = criterion;
  if (value === null || !valuesOf(criterion).some((one) => changed(one) !== one)) return criterion;
  return {
    ...criterion,
    value: typeof value === 'object' ? value.map(changed) : changed(value),
  };
};

/** Words for signs, so that the ids of mistakes with different signs differ. */
const SIGNS: Readonly<Record<string, string>> = {
  '<': ' less ',
  '>': ' greater ',
  '&': ' and ',
  '%': ' percent ',
  _: ' underscore ',
  '#': ' hash ',
  '=': ' equals ',
  '+': ' plus ',
  '-': ' hyphen ',
  '?': ' question ',
};

/** A name of a mistake as a part of an id. */
export const kebab = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[<>&%_#=+?-]/g, (sign) => SIGNS[sign] ?? sign)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const hasClass = (criterion: Criterion, shape: RegExp): boolean =>
  valuesOf(criterion).some((value) => typeof value === 'string' && shape.test(value));

/** Mistakes by which values with certain characters do not match, or are ignored. */
const losses = (name: string, shape: RegExp, scope: Scope): readonly ExportReading[] => {
  const isLost = (criterion: Criterion): boolean =>
    scope.has(criterion.operator) && hasClass(criterion, shape);
  const touches: ExportReading['touches'] = (question) => criteriaOf(question).some(isLost);
  const id = `${kebab(name)}.${scope.id}`;
  const about = scope === EVERY ? 'a value' : `a value of ${scope.name}`;
  return [
    {
      id: `values.matches-nothing.${id}`,
      mistake: `nothing ${name}`,
      clause: CLAUSE,
      sentence: `${about} with ${name} matches nothing`,
      isEffect: true,
      touches,
      instead: (criterion) => (isLost(criterion) ? () => false : undefined),
    },
    {
      id: `values.equals-nothing.${id}`,
      mistake: `never ${name}`,
      clause: CLAUSE,
      sentence: `${about} with ${name} never matches, and its negation matches everything`,
      isEffect: true,
      touches: (question) =>
        criteriaOf(question).some((one) => isLost(one) && /NOT|!=/.test(one.operator)),
      instead: (criterion) =>
        isLost(criterion) ? () => /NOT|!=/.test(criterion.operator) : undefined,
    },
    {
      id: `values.drops-criterion.${id}`,
      mistake: `dropped ${name}`,
      clause: CLAUSE,
      sentence: `a criterion whose value has ${name} is ignored`,
      touches,
      question: onEachCriterion((criterion) => (isLost(criterion) ? undefined : criterion)),
    },
    {
      id: `values.lost-in-lists.${id}`,
      mistake: `lost ${name}`,
      clause: 'EXP-FILT-6',
      sentence: `a value with ${name} is lost in lists`,
      touches: (question) =>
        criteriaOf(question).some((one) => isLost(one) && /IN$/.test(one.operator)),
      question: onEachCriterion((criterion) => {
        const { operator, value } = criterion;
        if (!/IN$/.test(operator) || value === null || typeof value !== 'object') return criterion;
        const kept = value.filter((one) => typeof one !== 'string' || !shape.test(one));
        return kept.length === value.length || kept.length === 0
          ? criterion
          : { ...criterion, value: kept };
      }),
    },
  ];
};

/** What is done to every number of a filter, and of a value in a path. */
const NUMBERS: Readonly<Record<string, (value: number) => number>> = {
  'are cut to integers': Math.trunc,
  'are rounded to integers': Math.round,
  'are rounded to single precision': Math.fround,
  'lose their sign': Math.abs,
};

/** Columns whose numbers are changed: a server may convert a value by the type of its column. */
const NUMBER_COLUMNS = [
  { id: '', name: '', has: () => true },
  {
    id: '.in-whole-numbers',
    name: ' on columns of whole numbers',
    has: (column: string, { survey }: Known) =>
      [...(survey.columns.get(column)?.values.keys() ?? [])].every((value) =>
        Number.isInteger(Number(value)),
      ),
  },
] as const;

const numberReadings: readonly ExportReading[] = Object.entries(NUMBERS).flatMap(
  ([words, change]) =>
    NUMBER_COLUMNS.map(({ id, name, has }): ExportReading => {
      const changed = (value: Scalar): Scalar =>
        typeof value === 'number' ? change(value) : value;
      const rewrite = (criterion: Criterion): Criterion => {
        const { value } = criterion;
        if (value === null || valuesOf(criterion).every((one) => changed(one) === one))
          return criterion;
        return {
          ...criterion,
          value: typeof value === 'object' ? value.map(changed) : changed(value),
        };
      };
      return {
        id: `values.numbers.${kebab(words)}${id}`,
        mistake: `numbers ${words}`,
        clause: CLAUSE,
        sentence: `numbers in filters${name} ${words}`,
        touches: (question) =>
          criteriaOf(question).some(({ value }) => value !== null) ||
          (typeof question.route === 'object' && !isUnknown(question.route)),
        question(question, known) {
          const { route } = question;
          const changedFilter = onEachCriterion((one) =>
            has(one.column, known) ? rewrite(one) : one,
          )(question);
          if (typeof route !== 'object' || isUnknown(route)) return changedFilter;
          const isNumeric = known.survey.columns.get(route.column)?.kind === 'number';
          if (!isNumeric || !has(route.column, known)) return changedFilter;
          const parts = route.value.split(',').map((part) => {
            const number = Number(part);
            return part.trim() === '' || Number.isNaN(number) ? part : String(change(number));
          });
          return { ...changedFilter, route: { ...route, value: parts.join(',') } };
        },
      };
    }),
);

/** Values that a condition such as `if (value)` takes for none. */
const falsyValues: readonly ExportReading[] = (
  [
    ['zero', '0', (value) => value === 0 || value === '0'],
    ['empty', 'an empty text', (value) => value === ''],
    [
      'blank',
      'a text without characters, or of blanks alone',
      (value) => String(value).trim() === '',
    ],
    ['falsy', '0 or an empty text', (value) => value === 0 || value === '0' || value === ''],
    ['no-number', '0, an empty text or a text of blanks alone', (value) => Number(value) === 0],
  ] satisfies readonly (readonly [string, string, (value: Scalar) => boolean])[]
).flatMap(([id, name, isFalsy]) =>
  [EVERY, EQUALS].map((scope) => {
    const isDropped = ({ operator, value }: Criterion): boolean =>
      scope.has(operator) && value !== null && typeof value !== 'object' && isFalsy(value);
    return {
      id: `values.dropped.${id}${scope === EVERY ? '' : `.${scope.id}`}`,
      mistake: `values.dropped.${id}`,
      clause: 'EXP-FILT-1',
      sentence: `a criterion ${scope === EVERY ? '' : `with ${scope.name} `}whose value is ${name} is ignored`,
      requires: '0 and an empty text are values like others',
      touches: (question) => criteriaOf(question).some(isDropped),
      question: onEachCriterion((criterion) => (isDropped(criterion) ? undefined : criterion)),
    };
  }),
);

const rewriting = (name: string, change: (text: string) => string, scope: Scope): ExportReading => {
  const [verb, ...rest] = name.split(' ');
  const rewrite = (criterion: Criterion): Criterion =>
    scope.has(criterion.operator) ? rewritten(criterion, change) : criterion;
  return {
    id: `values.${kebab(name)}.${scope.id}`,
    // Nothing tells apart at which end blanks are removed, if they are at both.
    mistake: name.startsWith('remove blanks') ? 'rewrite blanks' : `rewrite ${name}`,
    clause: CLAUSE,
    sentence: `${scope === EVERY ? '' : `with ${scope.name} `}the server ${verb}s ${rest.join(' ')}`,
    touches: (question) => criteriaOf(question).some((one) => rewrite(one) !== one),
    question: onEachCriterion(rewrite),
    respects: REMOVED[name],
    ...(name in REMOVED ? { also: ['EXP-FILT-4'] } : {}),
  };
};

/** The scopes of mistakes that a server may make with values in a path as well. */
const WITH_PATHS: readonly Scope[] = [EQUALITY, NOT_PATTERNS, EVERY];

/** The same mistake, which the server makes with the values in a path as well. */
function withPaths(reading: ExportReading, change: (text: string) => string): ExportReading {
  const changedPath = ({ route }: ProductsQuestion): FilteredRoute | undefined => {
    if (typeof route !== 'object' || isUnknown(route)) return undefined;
    const value = route.value.split(',').map(change).join(',');
    return value === route.value ? undefined : { ...route, value };
  };
  return {
    ...reading,
    id: `${reading.id}.and-paths`,
    also: [...(reading.also ?? []), 'EXP-ROUTE-3', 'EXP-ROUTE-4', 'EXP-AUTH-8'],
    sentence: `${reading.sentence}, also in the path of the legacy filtered route`,
    touches: (question) => reading.touches(question) || changedPath(question) !== undefined,
    question(question, known) {
      const changed = reading.question?.(question, known) ?? question;
      const route = changedPath(question);
      return route === undefined ? changed : { ...changed, route };
    },
  };
}

export const valueReadings: readonly ExportReading[] = [
  ...numberReadings,
  ...falsyValues,
  ...VALUE_SCOPES.flatMap((scope) =>
    Object.entries(REWRITES).flatMap(([name, change]) =>
      WITH_PATHS.includes(scope)
        ? [rewriting(name, change, scope), withPaths(rewriting(name, change, scope), change)]
        : [rewriting(name, change, scope)],
    ),
  ),
  ...[...SINGLE, EQUALS, PATTERNS, SINGLE_VALUES, EQUALITY, EVERY].flatMap((scope) =>
    Object.entries(CLASSES).flatMap(([name, shape]) => losses(name, shape, scope)),
  ),
];
