/** Formats that are not negotiated as they must be. */

import { JSON_API, PLAIN } from '../../../src/protocol/export/question.js';
import { PARTS } from './parts.js';
import { type ExportReading, formatIn } from './reading.js';

/** The format is not negotiated. */
const formats: readonly ExportReading[] = [
  [
    'always-json-api',
    'the response is JSON:API whatever `Accept` says',
    PLAIN,
    JSON_API,
    'EXP-NEG-2',
  ],
  [
    'always-plain',
    'the response is plain JSON whatever `Accept` says',
    JSON_API,
    PLAIN,
    'EXP-NEG-1',
  ],
].flatMap(([id = '', sentence = '', from, to, clause = '']) =>
  PARTS.slice(0, 5).map(
    (part): ExportReading => ({
      id: `formats.${id}.${part.id}`,
      mistake: `formats.${id}`,
      clause: part.id === 'everywhere' ? clause : 'EXP-NEG-5',
      also: ['EXP-NEG-5', 'EXP-NEG-6', 'EXP-NEG-7', 'EXP-NEG-8', 'EXP-NEG-11', 'EXP-ERR-6'],
      sentence: `${sentence}${part.name}`,
      touches: (question) => {
        const { accept = JSON_API } = question;
        return part.has(question) && (from === PLAIN ? accept !== JSON_API : accept === from);
      },
      question: (question) => ({ ...question, accept: to }),
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

/** A media type of `Accept` with its parameters and its weight (RFC 9110 section 12.5.1). */
interface Range {
  readonly type: string;
  readonly hasParameters: boolean;
  readonly weight: number;
}

const rangesIn = (accept: string): readonly Range[] =>
  accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((one) => one.trim());
    const weight = parameters.find((one) => /^q=/i.test(one));
    return {
      type,
      hasParameters: parameters.some((one) => one !== weight),
      weight: weight === undefined ? 1 : Number(weight.slice(2)),
    };
  });

const formatOf = (type: string | undefined): string => (type === JSON_API ? JSON_API : PLAIN);

/** How a server reads an `Accept` that names JSON:API in another way than by the bare media type. */
const acceptances: readonly ExportReading[] = (
  [
    [
      'whole-text',
      'is compared as a whole text: a list or a parameter gives the plain format',
      () => PLAIN,
    ],
    [
      'contained',
      'need only contain the media type of JSON:API',
      (accept) => (accept.includes(JSON_API) ? JSON_API : PLAIN),
    ],
    [
      'case',
      'is compared with letter case',
      (accept) => formatOf(rangesIn(accept).find(({ type }) => type === JSON_API)?.type),
    ],
    [
      'first',
      'is read up to the first media type',
      (accept) => formatOf(rangesIn(accept)[0]?.type.toLowerCase()),
    ],
    [
      'last',
      'is read from the last media type on',
      (accept) => formatOf(rangesIn(accept).at(-1)?.type.toLowerCase()),
    ],
    [
      'weights',
      'is read without its weights (`q`)',
      (accept) =>
        formatOf(
          rangesIn(accept)
            .map(({ type }) => type.toLowerCase())
            .find((type) => type === JSON_API || type === PLAIN),
        ),
    ],
    [
      'parameters',
      'gives the plain format for JSON:API with a parameter',
      (accept) =>
        formatOf(
          rangesIn(accept)
            .filter(({ hasParameters }) => !hasParameters)
            .map(({ type }) => type.toLowerCase())
            .find((type) => type === JSON_API),
        ),
    ],
  ] satisfies readonly (readonly [string, string, (accept: string) => string])[]
).map(([id, sentence, read]) => ({
  id: `formats.accept.${id}`,
  clause: id === 'weights' || id === 'contained' ? 'EXP-NEG-11' : 'EXP-NEG-7',
  also: ['EXP-NEG-6', 'EXP-NEG-7', 'EXP-NEG-11'],
  sentence: `\`Accept\` ${sentence}`,
  touches: ({ accept }) =>
    typeof accept === 'string' && accept !== JSON_API && accept.toLowerCase().includes(JSON_API),
  response: ({ question: { accept }, answer }) => {
    const came = answer.status === 200 ? formatIn(answer.json) : undefined;
    return came === undefined ? undefined : came === read(accept ?? JSON_API);
  },
}));

export const formatReadings: readonly ExportReading[] = [...formats, withoutAccept, ...acceptances];
