/** Reads one line of NDJSON as an exchange. */

import { membersOf, textOfValue } from '../../schema/json-value.js';
import { UsageError } from '../../settings/index.js';
import type { HarEntry } from '../har.js';

export const notAnExchange = (file: string, line: number): UsageError =>
  new UsageError(
    `${file}, line ${line} is not an exchange. Name a HAR file, the ledger.ndjson.gz of a run, or lines such as ` +
      '{"request": {"method": "GET", "url": "https://…", "headers": {}}, "response": {"status": 200, "headers": {}, "body": "…"}}.',
  );

type Members = Readonly<Record<string, unknown>>;

/** Returns undefined unless the request has an absolute URL. All other members may be missing. */
export function exchangeOf({
  request,
  response,
  answer,
  at,
  durationMs,
}: Members): HarEntry | undefined {
  const { method, url, headers, body } = membersOf(request);
  const { status, headers: fields, body: text } = membersOf(response ?? answer);
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  return {
    method: typeof method === 'string' ? method.toUpperCase() : 'GET',
    url: url.replace(/#.*$/, ''),
    headers: fieldsOf(headers),
    ...(typeof body === 'string' && body !== '' ? { body } : {}),
    at: typeof at === 'number' ? at : Date.parse(textOfValue(at)),
    durationMs: typeof durationMs === 'number' ? durationMs : 0,
    ...(typeof status === 'number'
      ? {
          response: {
            status,
            headers: fieldsOf(fields),
            content: typeof text === 'string' ? { text } : {},
          },
        }
      : {}),
    own: {},
  };
}

/** Header fields may be written as pairs or as the members of an object. */
const fieldsOf = (headers: unknown): readonly (readonly [string, string])[] =>
  (Array.isArray(headers) ? headers : Object.entries(membersOf(headers))).map((field) => [
    textOfValue(membersOf(field)[0]),
    textOfValue(membersOf(field)[1]),
  ]);
