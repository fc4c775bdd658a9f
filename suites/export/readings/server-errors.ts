/** Values in requests for products for which the status is a server error. */

import { serverErrors } from '../../../src/harness/server-errors.js';
import {
  DESTINATION_HEADER,
  type ProductsQuestion,
  TOKEN_HEADER,
} from '../../../src/protocol/export/question.js';
import { isHostileNumber } from '../../../src/protocol/hostile.js';
import {
  escapedInWords,
  type HostilePart,
  hostileInPairs,
  placeIn,
} from '../../../src/protocol/hostile-in-words.js';
import type { Exchange } from '../model/exchange.js';
import { inAccept, isHostile, TWO_SLASHES } from '../model/hostile.js';
import type { ExportReading } from './reading.js';

const V2 = ['sites', 'channels', 'destinations'];

/** The part of the path at this place. Unknown paths of Assay have a segment `assay`. */
function nameOf(segments: readonly string[], at: number): string {
  const before = segments[at - 1] ?? '';
  if (V2.includes(before)) return `the ${before.slice(0, -1)} id of the path`;
  if (segments.includes('assay')) return 'an unknown path';
  if (at === segments.length - 1) return 'the value of the path';
  return at === segments.length - 2 ? 'the column of the path' : 'the path';
}

/** Whether the request has a hostile value, or a number of a destination that fits into no type. */
const mayFail = (question: ProductsQuestion): boolean =>
  isHostile(question) || isHostileNumber(String(question.destinationId ?? ''));

const inWords = (text: string): string | undefined =>
  escapedInWords(text) ??
  (/^\d+$/.test(text) && isHostileNumber(text) ? 'a number beyond 2^63' : undefined);

/** The path `//`, which is named alone because it replaces the whole path. */
const SLASHES: HostilePart = {
  value: 'two slashes',
  place: { name: 'the path', subject: () => 'a request whose path is `//`' },
};

function partsIn({ question, answer: { request } }: Exchange): readonly HostilePart[] {
  if (!mayFail(question)) return [];
  const [path = '', search = ''] = request.url.split(/\?(.*)/s);
  if (question.route !== undefined && path.endsWith(TWO_SLASHES)) return [SLASHES];
  const segments = path.split('/');
  const inPath = segments.flatMap((segment, at): readonly HostilePart[] => {
    const value = inWords(segment);
    return value === undefined
      ? []
      : [{ value, place: placeIn(nameOf(segments, at), 'any part of the path') }];
  });
  const inFields = (request.headers ?? []).flatMap(([name, text]): readonly HostilePart[] => {
    const isField = [TOKEN_HEADER, DESTINATION_HEADER, 'Accept'].includes(name);
    const value = name === 'Accept' ? inAccept(text) : inWords(text);
    return isField && value !== undefined
      ? [{ value, place: placeIn(`the field \`${name}\``) }]
      : [];
  });
  return [
    ...inPath,
    ...inFields,
    ...hostileInPairs(search).map((part) => onColumn(part, question)),
  ];
}

/** A server may convert the value of a criterion by the kind of its column. */
function onColumn(part: HostilePart, { filter }: ProductsQuestion): HostilePart {
  const columns = new Set(
    filter?.groups.flatMap(({ criteria }) => criteria.map(({ column }) => column)),
  );
  const [column] = columns;
  return column !== undefined && columns.size === 1 && part.place.name.includes('[value]')
    ? { ...part, place: placeIn(`a criterion on \`${column}\``, 'any parameter') }
    : part;
}

export const serverErrorReadings = (violated: readonly Exchange[]): readonly ExportReading[] =>
  serverErrors(violated, { id: 'hostile', clause: 'EXP-HARD-1', partsIn }).map(
    ({ predicts, ...reading }) => ({
      ...reading,
      // A filter with a hostile value is also judged by what it selects, and a destination by its
      // data.
      also: [
        reading.clause,
        'EXP-AUTH-3',
        'EXP-AUTH-5',
        'EXP-AUTH-8',
        'EXP-AUTH-11',
        'EXP-ROUTE-10',
      ],
      touches: mayFail,
      response: (exchange) => predicts(exchange),
    }),
  );
