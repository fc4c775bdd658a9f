/** Readings of operators whose criteria have no effect, or match nothing. */

import {
  type Criterion,
  criteriaOf,
  isNegation,
  operators,
  positiveOf,
} from '../../../src/protocol/export/filter.js';
import { clauseOf } from './evaluation.js';
import { type ExportReading, onEachCriterion } from './reading.js';
import { PATTERNS, type Scope, single, taking, withNegation } from './scopes.js';

/** The narrowest come first. */
const SCOPES: readonly Scope[] = [
  ...operators.map(single),
  ...operators.filter(isNegation).map((negation) => withNegation(positiveOf(negation), negation)),
  taking('bounds', '`>`, `>=`, `<` and `<=`', 'bound'),
  PATTERNS,
  taking('orders', '`>`, `>=`, `<`, `<=`, `BETWEEN` and `NOT BETWEEN`', 'bound', 'range'),
  { id: 'negations', name: '`!=` and the operators with `NOT`', has: isNegation },
  { id: 'all-but-equals', name: 'every operator but `=`', has: (operator) => operator !== '=' },
];

export const lostReadings: readonly ExportReading[] = SCOPES.flatMap((scope) => {
  const isOf = ({ operator }: Criterion): boolean => scope.has(operator);
  const clause = clauseOf(operators.find(scope.has) ?? '=');
  const touches: ExportReading['touches'] = (question) => criteriaOf(question).some(isOf);
  const isSeveral = / and /.test(scope.name);
  /** Criteria with these operators hold for all records, also those with null, or for none. */
  const always = (holds: boolean): Pick<ExportReading, 'instead' | 'insteadForNull'> => {
    const result = () => holds;
    return {
      instead: (criterion) => (isOf(criterion) ? result : undefined),
      insteadForNull: (criterion) => (isOf(criterion) ? holds : undefined),
    };
  };
  const ignored = { mistake: 'operators ignored', isApart: true, clause, touches } as const;
  return [
    {
      ...ignored,
      id: `operators.${scope.id}.ignored`,
      sentence: `criteria with ${scope.name} are ignored`,
      question: onEachCriterion((criterion) => (isOf(criterion) ? undefined : criterion)),
    },
    {
      ...ignored,
      id: `operators.${scope.id}.matches-every-record`,
      sentence: `${scope.name} ${isSeveral ? 'match' : 'matches'} every record`,
      ...always(true),
    },
    {
      id: `operators.${scope.id}.matches-nothing`,
      mistake: 'operators match nothing',
      isApart: true,
      clause,
      sentence: `${scope.name} ${isSeveral ? 'match' : 'matches'} nothing`,
      touches,
      ...always(false),
    },
  ];
});
