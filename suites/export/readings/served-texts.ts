/**
 * Texts that a server changes when it serves them, but not where it compares them. A value of a
 * filter is then found by its text before the change, as if the server changed the value instead.
 */

import { criteriaOf } from '../../../src/protocol/export/filter.js';
import type { Known } from '../model/data.js';
import { type ExportReading, onEachCriterion } from './reading.js';
import { rewritten, withPaths } from './values.js';

interface ServedText {
  readonly id: string;
  readonly sentence: string;
  /** What the texts that come look like. */
  readonly shape: RegExp;
  /** The forms in which a text may come. */
  readonly forms: readonly ((text: string) => string)[];
  /** The text that is stored; the same text if it cannot be changed back. */
  readonly stored: (text: string) => string;
}

const escapedFor =
  (signs: Readonly<Record<string, string>>) =>
  (text: string): string =>
    text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
const TAGS = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const SERVED: readonly ServedText[] = [
  {
    id: 'escaped',
    sentence: 'texts are escaped for HTML when they are served',
    shape: /&(?:[a-z]+|#\d+);/,
    forms: [
      escapedFor({ ...TAGS, '"': '&quot;', "'": '&#039;' }),
      escapedFor({ ...TAGS, '"': '&quot;', "'": '&#39;' }),
      escapedFor({ ...TAGS, '"': '&#34;', "'": '&#39;' }),
      escapedFor({ ...TAGS, "'": '&#39;' }),
      escapedFor({ ...TAGS, '"': '&quot;' }),
      escapedFor(TAGS),
    ],
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
    forms: [(text) => Buffer.from(text).toString('latin1')],
    stored: (text) => Buffer.from(text, 'latin1').toString('utf8'),
  },
];

/** The text that is stored, if what comes looks as if it was changed. */
export const storedTexts = (text: string): readonly string[] =>
  SERVED.flatMap(({ shape, stored }) => (shape.test(text) ? [stored(text)] : []));

/** The readings for which the data has texts. */
export const servedTextReadings = ({ survey }: Known): readonly ExportReading[] => {
  const texts = [...survey.columns.values()].flatMap(({ kind, values }) =>
    kind === 'text' ? [...values.keys()].map(String) : [],
  );
  return SERVED.filter(({ shape }) => texts.some((text) => shape.test(text))).flatMap(
    ({ id, sentence, forms }) =>
      forms.map((serve, at) =>
        withPaths(
          {
            id: `served.${id}.${at}`,
            mistake: `served.${id}`,
            clause: 'EXP-FILT-14',
            also: ['EXP-FILT-13', 'EXP-FILT-16', 'EXP-FILT-17'],
            sentence: `${sentence}: filters find another value than the one that comes`,
            requires: 'a value must be served as it is stored',
            touches: (question) =>
              criteriaOf(question).some((one) => rewritten(one, serve) !== one),
            question: onEachCriterion((one) => rewritten(one, serve)),
          },
          serve,
        ),
      ),
  );
};

/** Changes of values that have the same effect as a text that is changed when it is served. */
const SAME_EFFECT = /for-html|latin-1/;

/** Leaves out the readings that have the same effect as those of the data. */
export const withoutSameEffect = (
  values: readonly ExportReading[],
  served: readonly ExportReading[],
): readonly ExportReading[] =>
  served.length === 0 ? values : values.filter(({ id }) => !SAME_EFFECT.test(id));
