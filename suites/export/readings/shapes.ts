/** Mistakes in the form of a list: its JSON, its media type and its charset. */

import type { Answer } from '../../../src/http/answer.js';
import { isNoData, type ProductPage } from '../../../src/protocol/export/product-page.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { isObject, textOfValue } from '../../../src/schema/json-value.js';
import type { Exchange } from '../model/exchange.js';
import { mistakesIn } from '../model/mistakes.js';
import { PARTS } from './parts.js';
import { type ExportReading, formatIn, hasFilter, slug } from './reading.js';
import { isJsonApi, mediaTypeFor } from './which-error.js';

const MEMBERS: readonly string[] = ['total', 'limit', 'offset'];

const metaOf = ({ json }: Answer): Readonly<Record<string, unknown>> | undefined =>
  isObject(json) && isObject(json.meta) ? json.meta : undefined;

type Shape = (answer: Answer, page: ProductPage | undefined) => boolean | undefined;

/** Wrong shapes by their sentences. An empty list does not show how its records are written. */
const SHAPES: Readonly<Record<string, Shape>> = {
  'lists have no `meta`': ({ json }) =>
    isObject(json) && Array.isArray(json.data) && !isObject(json.meta),
  'lists have no `data`': ({ json }) =>
    isObject(json) && !('data' in json) && !('errors' in json) && !('error' in json),
  // PHP writes a list without records as a list also if it writes others as objects.
  '`data` is an object instead of a list': ({ json }) =>
    isObject(json) && !(Array.isArray(json.data) && json.data.length === 0)
      ? isObject(json.data)
      : undefined,
  '`data` is an object instead of a list if one record comes': ({ json }) =>
    isObject(json) && mayHaveLength(json.data, 1) ? isRecord(json.data) : undefined,
  '`data` is null instead of an empty list': ({ json }) =>
    isObject(json) && 'data' in json && mayHaveLength(json.data, 0)
      ? json.data === null
      : undefined,
  'products are resources with `type`, `id` and `attributes`': (_, page) =>
    page?.resource !== undefined || page?.records.length === 0,
  'the numbers of `meta` are texts': (answer) =>
    MEMBERS.every((member) => typeof metaOf(answer)?.[member] === 'string'),
  ...Object.fromEntries(
    MEMBERS.flatMap((member): readonly (readonly [string, Shape])[] => [
      [`\`meta.${member}\` is a text`, (answer) => typeof metaOf(answer)?.[member] === 'string'],
      [`\`meta.${member}\` is a list`, (answer) => Array.isArray(metaOf(answer)?.[member])],
      [`\`meta.${member}\` is an object`, (answer) => isObject(metaOf(answer)?.[member])],
      [`\`meta.${member}\` is null`, (answer) => metaOf(answer)?.[member] === null],
      [
        `\`meta.${member}\` is missing`,
        (answer) => metaOf(answer) !== undefined && !(member in (metaOf(answer) ?? {})),
      ],
    ]),
  ),
};

/** Whether the data is a record, and not a list that PHP writes with positions as keys. */
const isRecord = (data: unknown): boolean =>
  isObject(data) && !Object.keys(data).every((key) => /^\d+$/.test(key));

/** Whether the data is a list of this length, or something else in place of a list. */
const mayHaveLength = (data: unknown, length: number): boolean =>
  !Array.isArray(data) || data.length === length;

const SHAPED_PARTS = ['everywhere', 'with-filters', 'with-order', 'with-groups', 'with-offset'];

const shapes: readonly ExportReading[] = PARTS.filter(({ id }) =>
  SHAPED_PARTS.includes(id),
).flatMap((part) =>
  Object.entries(SHAPES).map(
    ([sentence, shape]): ExportReading => ({
      id: `shapes.${slug(sentence)}.${part.id}`,
      mistake: `shapes.${slug(sentence)}`,
      clause: sentence.startsWith('products') ? 'EXP-LIST-2' : 'EXP-LIST-1',
      also: ['EXP-FILT-16', 'EXP-GROUP-1'],
      sentence: `${sentence}${part.name}`,
      touches: (question) => isJsonApi(question) && part.has(question),
      response: ({ question, target, answer, page }) =>
        answer.status === 200 && mistakesIn(target, question)?.length === 0 && !isNoData(answer)
          ? shape(answer, page)
          : undefined,
    }),
  ),
);

/** The numbers of the window come as the texts that the query contains. */
const windowAsTexts: ExportReading = {
  id: 'shapes.window-as-texts',
  clause: 'EXP-LIST-1',
  also: ['EXP-FILT-13', 'EXP-FILT-16', 'EXP-GROUP-1'],
  sentence: '`meta.limit` and `meta.offset` are texts if they are sent',
  touches: (question) => isJsonApi(question) && sentWindow(question).length > 0,
  response({ question, target, answer }) {
    const meta = metaOf(answer);
    const isList = answer.status === 200 && mistakesIn(target, question)?.length === 0;
    if (!isList || meta === undefined) return undefined;
    const sent = sentWindow(question);
    // A server that lost the query shows nothing.
    const isRead = sent.every((name) => textOfValue(meta[name]) === String(question[name]));
    return isRead ? sent.every((name) => typeof meta[name] === 'string') : undefined;
  },
};

const sentWindow = (question: ProductsQuestion) =>
  (['limit', 'offset'] as const).filter((name) => question[name] !== undefined);

/** PHP writes a list as an object if it does not begin at 0, or if an element was removed. */
const positionsAsKeys: readonly ExportReading[] = (
  [
    ['lists', 'a plain list', () => true],
    ['later-pages', 'a later page of a plain list', ({ offset = 0 }) => Number(offset) > 0],
    ['filtered', 'a plain list with filters', hasFilter],
  ] satisfies readonly (readonly [string, string, ExportReading['touches']])[]
).map(([id, words, has]) => ({
  id: `shapes.positions-as-keys.${id}`,
  mistake: 'shapes.positions-as-keys',
  clause: 'EXP-LIST-3',
  sentence: `${words} is an object with positions as keys`,
  requires: 'it must be a list',
  touches: (question) => !isJsonApi(question) && has(question),
  response: ({ question, target, answer: { status, json }, page }) =>
    status !== 200 || page?.records.length === 0 || mistakesIn(target, question)?.length !== 0
      ? undefined
      : isObject(json) && !isRecord(json),
}));

/** Libraries that write XML as JSON write a list of one element as this element. */
const singleRecord: ExportReading = {
  id: 'shapes.single-record',
  clause: 'EXP-LIST-3',
  sentence: 'a plain list of one record is this record',
  requires: 'it must be a list',
  touches: ({ accept }) => accept === PLAIN || accept === null,
  response: ({ question, target, answer: { status, json } }) => {
    if (status !== 200 || mistakesIn(target, question)?.length !== 0) return undefined;
    if (Array.isArray(json)) return json.length === 1 ? false : undefined;
    return (
      isObject(json) && isRecord(json) && !['data', 'error', 'message'].some((key) => key in json)
    );
  },
};

/** Wrong media types of lists that are in the right format. */
const mediaTypes = (violated: readonly Exchange[]): readonly ExportReading[] => {
  const wrongIn = ({ question, answer }: Exchange): string | undefined => {
    const wanted = mediaTypeFor(question);
    const isList = answer.ok && formatIn(answer.json) === wanted;
    return isList && answer.mediaType !== wanted ? answer.mediaType : undefined;
  };
  const types = [...new Set(violated.flatMap((exchange) => wrongIn(exchange) ?? []))];
  const formats: readonly (readonly [words: string, has: ExportReading['touches']])[] = [
    ['a list in the format JSON:API', isJsonApi],
    ['a plain list', (question) => !isJsonApi(question)],
    ['a list', () => true],
  ];
  return types.flatMap((type) =>
    formats.map(
      ([words, has]): ExportReading => ({
        id: `shapes.media-type.${slug(type)}.${slug(words)}`,
        mistake: `shapes.media-type.${slug(type)}`,
        clause: 'EXP-NEG-6',
        sentence: `${words} ${type === '' ? 'has no `Content-Type`' : `is sent as ${type}`}`,
        requires: 'the response should have the negotiated media type',
        touches: has,
        response: ({ question, answer }) => {
          const wanted = mediaTypeFor(question);
          const isList = answer.ok && formatIn(answer.json) === wanted;
          return isList && wanted !== type ? answer.mediaType === type : undefined;
        },
      }),
    ),
  );
};

/** Charsets other than UTF-8 in which lists are sent. */
const charsets = (violated: readonly Exchange[]): readonly ExportReading[] =>
  [...new Set(violated.flatMap(({ answer }) => charsetOf(answer) ?? []))]
    .filter((charset) => charset !== 'utf-8')
    .map((charset) => ({
      id: `shapes.charset.${slug(charset)}`,
      clause: 'EXP-NEG-10',
      sentence: `JSON is sent in the charset \`${charset}\``,
      touches: () => true,
      response: ({ answer }) => (answer.ok ? charsetOf(answer) === charset : undefined),
    }));

const charsetOf = (answer: Answer): string | undefined =>
  /;\s*charset="?([\w-]{1,40})/i.exec(answer.header('content-type') ?? '')?.[1]?.toLowerCase();

export const shapeReadings = (violated: readonly Exchange[]): readonly ExportReading[] => [
  ...shapes,
  windowAsTexts,
  ...positionsAsKeys,
  singleRecord,
  ...mediaTypes(violated),
  ...charsets(violated),
];
