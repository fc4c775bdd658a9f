/** Reads the requests of a recording from which a load profile is made. */

import { type HarEntry, isFromCache } from '../../formats/har.js';
import { type ReportDamage, readerOf } from '../../formats/recording/index.js';
import { jsonValue } from '../../schema/json-value.js';
import { UsageError } from '../../settings/index.js';

/** A recorded request, and what a load profile needs of its response. */
export interface Entry
  extends Pick<HarEntry, 'method' | 'url' | 'headers' | 'body' | 'at' | 'durationMs'> {
  readonly status: number;
  /** The parsed body of the response. It is undefined if the body is not complete JSON. */
  readonly answer?: unknown;
}

/**
 * Yields each usable request. For a request without a response or with a response from a cache, and
 * for a part that cannot be used, yields the reason instead. Throws a UsageError if the file is not
 * a recording, or if it is damaged.
 */
export async function* readEntries(
  file: string,
): AsyncGenerator<Entry | { readonly leftOut: string }> {
  const read = readerOf(file, file);
  if (read === undefined || read === 'ledger')
    throw new UsageError(
      `${file} is not a HAR file: it has no "log.entries". Name a HAR file, or exchanges as NDJSON.`,
    );
  const cuts: string[] = [];
  const reportDamage: ReportDamage = (why, isFile = false) => {
    if (isFile)
      throw new UsageError(
        `${file}: ${why}. A profile of a part would be another load: record the traffic again.`,
      );
    cuts.push(why);
  };
  for await (const { entries } of read(reportDamage)) {
    for (const entry of entries) yield entryOrReason(entry);
  }
  for (const leftOut of cuts) yield { leftOut };
}

function entryOrReason(entry: HarEntry): Entry | { readonly leftOut: string } {
  const { method, url, headers, body, at, durationMs, response } = entry;
  if (response === undefined) return { leftOut: 'no response' };
  // A request that was answered from a cache did not reach the server.
  if (isFromCache(entry)) return { leftOut: 'the response came from a cache of the client' };
  return {
    method,
    url,
    headers,
    ...(body === undefined ? {} : { body }),
    at,
    durationMs,
    status: response.status,
    answer: answerOf(response),
  };
}

function answerOf({ body, content }: NonNullable<HarEntry['response']>): unknown {
  const { text, encoding } = content ?? {};
  if (body !== undefined) return jsonValue(body.toString());
  if (text === undefined) return undefined;
  return jsonValue(encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text);
}
