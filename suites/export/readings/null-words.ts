/** Texts that a server takes for null, such as the word `null` in a list of values. */

import {
  type Criterion,
  criteriaOf,
  isNegation,
  takes,
} from '../../../src/protocol/export/filter.js';
import { isUnknown, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { evaluate } from './evaluation.js';
import { type ExportReading, valuesOf } from './reading.js';

/** Texts that are taken for null: an id, the mistake, the text in words, and its shape. */
const WORDS = [
  ['null', 'null', 'the text `null`', /^null$/i],
  ['null-in-lower-case', 'null', 'the text `null` in lower case', /^null$/],
  ['null-in-capitals', 'null', 'the text `NULL` in capitals', /^NULL$/],
  ['empty', 'empty', 'an empty text', /^$/],
] as const;

const PATH = 'the legacy filtered route';

/** Where the mistake is made. The narrowest come first. */
const SCOPES = [
  { id: 'equals', name: '`=` and `!=`', takes: ['value'], path: false },
  { id: 'lists', name: '`IN` and `NOT IN`', takes: ['list'], path: false },
  { id: 'path', name: PATH, takes: [], path: true },
  { id: 'lists-path', name: `\`IN\`, \`NOT IN\` and ${PATH}`, takes: ['list'], path: true },
  { id: 'all', name: '`=`, `!=`, `IN` and `NOT IN`', takes: ['value', 'list'], path: false },
  {
    id: 'all-path',
    name: `\`=\`, \`!=\`, \`IN\`, \`NOT IN\` and ${PATH}`,
    takes: ['value', 'list'],
    path: true,
  },
] as const;
type Scope = (typeof SCOPES)[number];

/**
 * What the server does with null: it equals nothing, as in SQL, or is looked for, as by `IS`. `{}`
 * stands for the text in words.
 */
const EFFECTS = [
  { id: 'equals-nothing', findsNull: false, words: 'takes {} for null, which equals nothing' },
  { id: 'finds-null', findsNull: true, words: 'takes {} for null, and looks for null' },
] as const;

const pathValues = ({ route }: ProductsQuestion): readonly string[] =>
  typeof route === 'object' && !isUnknown(route) ? route.value.split(',') : [];

function readingOf(
  [id, word, name, shape]: (typeof WORDS)[number],
  scope: Scope,
  effect: (typeof EFFECTS)[number],
): ExportReading {
  const isWord = (value: unknown): boolean => typeof value === 'string' && shape.test(value);
  // Whether the mistake is made with the operator of the criterion.
  const isMeant = ({ operator, value }: Criterion): boolean =>
    value !== null && takes(operator, ...scope.takes);
  const hasWord = (criterion: Criterion): boolean => valuesOf(criterion).some(isWord);
  return {
    id: `null-words.${id}.${effect.id}.${scope.id}`,
    mistake: `null-words.${word}.${effect.id}`,
    clause: scope.id === 'path' ? 'EXP-ROUTE-3' : 'EXP-FILT-14',
    also: ['EXP-ROUTE-3', 'EXP-ROUTE-4', 'EXP-FILT-6', 'EXP-FILT-17', 'EXP-FILT-18'],
    sentence: `with ${scope.name} the server ${effect.words.replace('{}', name)}`,
    touches: (question) =>
      criteriaOf(question).some((criterion) => isMeant(criterion) && hasWord(criterion)) ||
      (scope.path && pathValues(question).some(isWord)),
    instead(criterion, column, rules) {
      // The value of a path is evaluated as a criterion with `IN`.
      const isOfPath = scope.path && takes(criterion.operator, 'value', 'list');
      if (column.kind !== 'text' || !(isMeant(criterion) || isOfPath) || !hasWord(criterion))
        return undefined;
      const values = valuesOf(criterion);
      // As in SQL, a negation that compares with null selects nothing.
      const isEmptied = isNegation(criterion.operator) && !effect.findsNull;
      // `asked` has the values in the same order, without the differences that the column ignores.
      const wrong = (asked: Parameters<Parameters<typeof evaluate>[0]>[0]) => {
        const kept = [asked].flat().filter((_, at) => !isWord(values[at]));
        return (cell: unknown): boolean => isEmptied || kept.some((one) => one === cell);
      };
      return evaluate(wrong, criterion, column, rules);
    },
    insteadForNull: (criterion) =>
      effect.findsNull &&
      !isNegation(criterion.operator) &&
      (isMeant(criterion) || (scope.path && takes(criterion.operator, 'value', 'list'))) &&
      hasWord(criterion)
        ? true
        : undefined,
  };
}

export const nullWordReadings: readonly ExportReading[] = WORDS.flatMap((word) =>
  EFFECTS.flatMap((effect) => SCOPES.map((scope) => readingOf(word, scope, effect))),
);
