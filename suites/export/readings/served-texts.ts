/** Texts that a server changes when it serves them, but not where it compares them. */

import { criteriaOf } from '../../../src/protocol/export/filter.js';
import { isUnknown } from '../../../src/protocol/export/question.js';
import type { Known } from '../model/data.js';
import { criterionEvaluator } from '../model/oracle/criterion.js';
import { FALSE, TRUE } from '../model/oracle/truth.js';
import type { ExportReading } from './reading.js';

interface ServedText {
  readonly id: string;
  readonly sentence: string;
  /** What the texts that come look like. */
  readonly shape: RegExp;
  /** The text that is stored where this one comes. */
  readonly stored: (text: string) => string;
}

const SERVED: readonly ServedText[] = [
  {
    id: 'escaped',
    sentence: 'texts are escaped for HTML when they are served',
    shape: /&(?:[a-z]+|#\d+);/,
    stored: (text) =>
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replace(/&quot;|&#34;/g, '"')
        .replace(/&#0?39;/g, "'")
        .replaceAll('&amp;', '&'),
  },
  {
    id: 'encoded-twice',
    sentence: 'texts are encoded in UTF-8 twice when they are served',
    // UTF-8 read as Latin-1: the first byte and a further byte of a character.
    shape: /[\u00c2-\u00f4][\u0080-\u00bf]/,
    stored: (text) => Buffer.from(text, 'latin1').toString('utf8'),
  },
];

/** The text that is stored, if what comes looks as if it was changed. */
export const storedTexts = (text: string): readonly string[] =>
  SERVED.flatMap(({ shape, stored }) => (shape.test(text) ? [stored(text)] : []));

/** The readings for which the data has texts. */
export const servedTextReadings = ({ survey }: Known): readonly ExportReading[] =>
  SERVED.flatMap(({ id, sentence, shape, stored }): readonly ExportReading[] => {
    const columns = [...survey.columns.values()].filter(
      ({ kind, values }) =>
        kind === 'text' && [...values.keys()].some((value) => shape.test(String(value))),
    );
    if (columns.length === 0) return [];
    const isOf = (name: string): boolean => columns.some((column) => column.name === name);
    return [
      {
        id: `served.${id}`,
        clause: 'EXP-FILT-14',
        also: ['EXP-FILT-13', 'EXP-FILT-16', 'EXP-FILT-17', 'EXP-ROUTE-3', 'EXP-ROUTE-4'],
        sentence: `${sentence}: filters find another value than the one that comes`,
        requires: 'a value must be served as it is stored',
        touches: ({ filter, route }) =>
          criteriaOf({ filter }).some(({ column }) => isOf(column)) ||
          (typeof route === 'object' && !isUnknown(route) && isOf(route.column)),
        instead(criterion, column, rules) {
          if (!isOf(column.name)) return undefined;
          // With `instead`, the evaluator would call this function again.
          const { instead: _, ...right } = rules;
          const evaluator = criterionEvaluator(criterion, column, right);
          return (cell) => {
            const text = String(cell);
            if (!shape.test(text)) return undefined;
            const truth = evaluator(stored(text));
            if (truth === TRUE) return true;
            return truth === FALSE ? false : 'open';
          };
        },
      },
    ];
  });

/**
 * Changes of values that have the same effect as a text that is changed when it is served. The
 * patterns match the ids of readings in `values.ts`.
 */
const SAME_EFFECT: Readonly<Record<string, RegExp>> = {
  'served.escaped': /for-html/,
  'served.encoded-twice': /latin-1/,
};

/** Gives readings of values that have the same effect as a served text the mistake of that one. */
export const withSameEffect = (
  values: readonly ExportReading[],
  served: readonly ExportReading[],
): readonly ExportReading[] =>
  values.map((reading) => {
    const same = served.find(({ id }) => SAME_EFFECT[id]?.test(reading.id));
    return same === undefined ? reading : { ...reading, mistake: same.id };
  });
