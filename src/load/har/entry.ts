import { type HarEntry, readHar } from '../../formats/har.js';
import { jsonValue } from '../../schema/json-value.js';
import { readText, UsageError } from '../../settings/index.js';

/** A request of a recording, and the status of its answer. */
export interface Entry extends Pick<HarEntry, 'method' | 'url' | 'headers' | 'body' | 'at'> {
  readonly status: number;
}

/** The entries of a HAR file that were answered. Throws a UsageError for a file that is not HAR. */
export function readEntries(file: string): readonly Entry[] {
  const text = readText(file, `The recording ${file}`, 'Name a HAR file.');
  const har = readHar(jsonValue(text));
  if (har === undefined) throw new UsageError(`${file} is not a HAR file: it has no "log.entries".`);
  return har.entries.flatMap(({ response, ...entry }) =>
    response === undefined ? [] : { ...entry, status: response.status },
  );
}
