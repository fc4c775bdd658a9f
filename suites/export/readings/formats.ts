/** Formats that are not negotiated as they must be. */

import { JSON_API, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { type AcceptRange, acceptRangesIn } from '../model/accept-ranges.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { PARTS_BY_ROUTE } from './parts.js';
import { type ExportReading, formatIn } from './reading.js';

/** The format is not negotiated. */
const formats: readonly ExportReading[] = [
  ['always-json-api', 'the response is JSON:API whatever `Accept` says', JSON_API, 'EXP-NEG-2'],
  ['always-plain', 'the response is plain JSON whatever `Accept` says', PLAIN, 'EXP-NEG-1'],
].flatMap(([id = '', sentence = '', format, clause = '']) =>
  PARTS_BY_ROUTE.map(
    (part): ExportReading => ({
      id: `formats.${id}.${part.id}`,
      mistake: `formats.${id}`,
      clause: part.id === 'everywhere' ? clause : 'EXP-NEG-5',
      also: ['EXP-NEG-5', 'EXP-NEG-6', 'EXP-NEG-7', 'EXP-NEG-8', 'EXP-NEG-11', 'EXP-ERR-6'],
      sentence: `${sentence}${part.name}`,
      touches: (question) => {
        const { accept = JSON_API } = question;
        return part.has(question) && accept !== format;
      },
      question: (question) => ({ ...question, accept: format }),
    }),
  ),
);
const withoutAccept: ExportReading = {
  id: 'formats.without-accept-is-json-api',
  clause: 'EXP-NEG-3',
  sentence: 'without `Accept` the response is JSON:API',
  touches: ({ accept }) => accept === null,
  question: (question) => ({ ...question, accept: JSON_API }),
};

const formatOf = (type: string | undefined): string => (type === JSON_API ? JSON_API : PLAIN);

const typesIn = (accept: string, isRead = (_: AcceptRange): boolean => true): readonly string[] =>
  acceptRangesIn(accept)
    .filter(isRead)
    .map(({ range }) => range.toLowerCase());

/** The values of all lines of `Accept`. They are one list (RFC 9110 section 5.3). */
const linesOf = ({ accept = JSON_API, headers = [] }: ProductsQuestion): readonly string[] => [
  ...(accept === null ? [] : [accept]),
  ...headers.flatMap(([name, value]) => (name === 'Accept' ? [value] : [])),
];

interface Acceptance extends ExportReading {
  readonly response: (exchange: Exchange) => boolean | undefined;
}

/** How a server reads an `Accept` that does not consist of the media type of JSON:API alone. */
const acceptances: readonly Acceptance[] = (
  [
    [
      'whole-text',
      'is compared as a whole text: a list or a parameter gives the plain format',
      () => PLAIN,
    ],
    [
      'contained',
      'only needs to contain the media type of JSON:API, whatever its weight is',
      (accept) => (accept.includes(JSON_API) ? JSON_API : PLAIN),
    ],
    [
      'case',
      'is compared with regard to letter case',
      (accept) => formatOf(acceptRangesIn(accept).find(({ range }) => range === JSON_API)?.range),
    ],
    ['first', 'is read up to the first media type', (accept) => formatOf(typesIn(accept)[0])],
    ['last', 'is read from the last media type on', (accept) => formatOf(typesIn(accept).at(-1))],
    [
      'weights',
      'is read without its weights (`q`)',
      (accept) => formatOf(typesIn(accept).find((type) => type === JSON_API || type === PLAIN)),
    ],
    [
      'parameters',
      'gives the plain format for JSON:API with a parameter',
      (accept) => {
        const types = typesIn(accept, ({ hasParameters }) => !hasParameters);
        return formatOf(types.find((type) => type === JSON_API));
      },
    ],
  ] satisfies readonly (readonly [string, string, (accept: string) => string])[]
).map(([id, sentence, read]) => ({
  id: `formats.accept.${id}`,
  clause: id === 'weights' || id === 'contained' ? 'EXP-NEG-11' : 'EXP-NEG-7',
  also: ['EXP-NEG-6', 'EXP-NEG-7', 'EXP-NEG-11'],
  sentence: `\`Accept\` ${sentence}`,
  touches: (question) => {
    const accept = linesOf(question).join(', ');
    return accept !== JSON_API && accept.toLowerCase().includes(JSON_API);
  },
  response: ({ question, answer }) => {
    const came = answer.status === 200 ? formatIn(answer.json) : undefined;
    if (came === undefined) return undefined;
    const lines = linesOf(question);
    const isPredicted = came === read(lines.join(', '));
    // A server that reads one of several lines makes this mistake within that line.
    return !isPredicted && lines.length > 1 ? undefined : isPredicted;
  },
}));

/** The plain format comes for a range, although `q=0` refuses it. */
const ranges: ExportReading = {
  id: 'formats.accept.ranges',
  clause: 'EXP-NEG-11',
  sentence: '`*/*` in `Accept` gets the plain format, although `q=0` refuses it',
  touches: (question) => {
    const all = acceptRangesIn(linesOf(question).join(', '));
    const isPlainRefused = all.some(({ range, weight }) => range === PLAIN && weight === 0);
    return isPlainRefused && all.some(({ range }) => range.endsWith('/*'));
  },
  response: ({ answer }) => (answer.status === 200 ? formatIn(answer.json) === PLAIN : undefined),
};

/** A weight that a server does not find, so that it serves the media type that `q=0` refuses. */
const missedWeights: readonly ExportReading[] = (
  [
    [
      'behind-a-parameter',
      'a weight of 0 behind another parameter',
      /;[^;,]+;\s*q=0(?:\.0*)?\s*(?:,|$)/,
    ],
    [
      'in-capitals',
      'a weight of 0 whose name is in capitals (`Q=0`)',
      /;\s*Q=0(?:\.0*)?\s*(?:,|$)/,
    ],
  ] as const
).map(([id, words, shape]) => ({
  id: `formats.accept.weight-${id}`,
  clause: 'EXP-NEG-11',
  sentence: `in \`Accept\`, ${words} is ignored`,
  touches: (question) => {
    const accept = linesOf(question).join(', ');
    const plain = acceptRangesIn(accept).find(({ range }) => range.toLowerCase() === PLAIN);
    return shape.test(accept) && plain?.weight === 0;
  },
  response: ({ answer }) => (answer.status === 200 ? formatIn(answer.json) === PLAIN : undefined),
}));

/** A server that reads one of several lines. */
const oneLine: readonly ExportReading[] = (['first', 'last'] as const).map((which) => ({
  id: `formats.accept.${which}-line`,
  clause: 'EXP-NEG-11',
  sentence: `of several lines of \`Accept\`, the ${which} one alone is read`,
  touches: (question) => linesOf(question).length > 1,
  response: ({ question, answer }) => {
    const lines = linesOf(question);
    const read = which === 'first' ? lines[0] : lines.at(-1);
    const came = answer.status === 200 ? formatIn(answer.json) : undefined;
    return came === undefined ? undefined : came === formatOf(typesIn(read ?? '')[0]);
  },
}));

/** The media type of JSON:API alone, in another letter case. */
const capitals: ExportReading = {
  id: 'formats.accept.capitals',
  clause: 'EXP-NEG-7',
  sentence: '`Accept` with capital letters in the media type of JSON:API gets the plain format',
  touches: ({ accept }) => accept !== JSON_API && accept?.toLowerCase() === JSON_API,
  response: ({ answer }) => (answer.status === 200 ? formatIn(answer.json) === PLAIN : undefined),
};

/**
 * Leaves out a reading of `Accept` if the format of a conforming response refutes it, also where
 * the document leaves the format open.
 */
export const formatReadings = (
  exchanges: readonly Exchange[],
  known: Known,
): readonly ExportReading[] => [
  ...formats,
  withoutAccept,
  ...acceptances.filter(
    ({ touches, response }) =>
      !exchanges.some(
        (one) =>
          touches(one.question) &&
          response(one) === false &&
          one.compare(known).deviation === undefined,
      ),
  ),
  ranges,
  ...missedWeights,
  ...oneLine,
  capitals,
];
