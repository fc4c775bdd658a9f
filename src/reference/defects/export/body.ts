/** Functions with which defects edit the lists of the export API. */

import type { Change } from '../../behaviour.js';
import type { Call } from '../../wire/call.js';
import { jsonOf } from '../change.js';

/** A JSON object, such as a record. */
export type Item = Readonly<Record<string, unknown>>;

export interface Envelope {
  readonly data: readonly Item[];
  readonly meta: Item;
}

export const isObject = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isEnvelope = (body: unknown): body is Envelope =>
  isObject(body) && Array.isArray(body.data);

const isList = (body: unknown): body is readonly Item[] => Array.isArray(body);

/** Edits `meta` of lists in the JSON:API format. */
export const metaOf = (edit: (meta: Item, call: Call) => Item): Change =>
  jsonOf('export', (body, _, call) =>
    isEnvelope(body) ? { ...body, meta: edit(body.meta, call) } : undefined,
  );

/**
 * Edits the records of lists in the given format. If `edit` returns undefined, the list stays
 * unchanged.
 */
export const recordsIn = (
  format: 'json' | 'json-api' | 'both',
  edit: (records: readonly Item[], call: Call) => unknown,
): Change =>
  jsonOf('export', (body, { status }, call) => {
    if (status !== 200) return undefined;
    if (isList(body)) return format === 'json-api' ? undefined : edit(body, call);
    if (!isEnvelope(body) || format === 'json') return undefined;
    const data = edit(body.data, call);
    return data === undefined ? undefined : { ...body, data };
  });

/** Edits the records of every third list, in either format. */
export const everyThird =
  (edit: (records: readonly Item[]) => unknown): Change =>
  (healthy) => {
    let lists = 0;
    return recordsIn('both', (records) => {
      lists += 1;
      return lists % 3 === 0 ? edit(records) : undefined;
    })(healthy);
  };
