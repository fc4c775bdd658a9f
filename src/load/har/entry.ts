import { readFileSync } from 'node:fs';
import { UsageError } from '../../settings/index.js';

/** A request of a recording, and the status of its answer. */
export interface Entry {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  readonly status: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The entries of a HAR file that were answered. Throws a UsageError for what is no HAR. */
export function readHar(file: string): readonly Entry[] {
  let entries: unknown;
  try {
    entries = Object(Object(JSON.parse(readFileSync(file, 'utf8'))).log).entries;
  } catch (error) {
    throw new UsageError(`The recording ${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  if (!Array.isArray(entries)) throw new UsageError(`${file} is not a HAR file: it has no "log.entries".`);
  return entries.flatMap((entry) => entryOf(Object(entry)) ?? []);
}

function entryOf({ request, response, startedDateTime }: Readonly<Record<string, unknown>>): Entry | undefined {
  const { method, url, headers, postData } = Object(request);
  const { status } = Object(response);
  if (typeof method !== 'string' || !URL.canParse(url) || !(status >= 100)) return undefined;
  const fields: readonly unknown[] = Array.isArray(headers) ? headers : [];
  const { text } = Object(postData);
  return {
    method: method.toUpperCase(),
    url: String(url),
    headers: fields.map((field) => [String(Object(field).name), String(Object(field).value)]),
    ...(typeof text === 'string' && text !== '' ? { body: text } : {}),
    status: Number(status),
    at: Date.parse(String(startedDateTime)),
  };
}
