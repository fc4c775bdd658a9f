/** Reads the products in a response of the export API. */

import type { Answer } from '../../http/answer.js';
import { memoizedByObject } from '../../memoized.js';
import { isObject } from '../../schema/json-value.js';
import type { ProductRecord } from '../../settings/export-target.js';

export interface ProductPage {
  readonly answer: Answer;
  readonly records: readonly ProductRecord[];
  /**
   * The first item of the list if the items are resources of JSON:API. In this case `records`
   * contains the attributes of the resources.
   */
  readonly resource?: ProductRecord;
  /** Whether the list is the member `data` of an object, as in the JSON:API format. */
  readonly isEnvelope: boolean;
  /**
   * Members of `meta`. It is undefined in the legacy format, which has none, and if one of its
   * numbers cannot be read. The records are then still tested.
   */
  readonly meta?:
    | { readonly total: number; readonly limit: number; readonly offset: number }
    | undefined;
}

/** Whether a response reports that no data is exported, instead of returning an empty list. */
export const isNoData = (answer: Answer): boolean =>
  answer.status === 404 && /no exported data/i.test(answer.text);

/**
 * Returns undefined if the response is not a page. A 404 that reports no exported data counts as an
 * empty page, because the document (the specification) leaves open how an empty result is returned
 * (EXP-LIST-9). Numbers as texts, and lists as objects with positions as keys, are accepted here,
 * because the checks of EXP-LIST-1 and EXP-LIST-3 report them.
 */
export function tryPage(answer: Answer): ProductPage | undefined {
  if (isNoData(answer)) return { answer, records: [], isEnvelope: false };
  const { json } = answer;
  if (answer.status !== 200) return undefined;
  const legacyRecords = recordsIn(json);
  if (legacyRecords !== undefined) return { answer, records: legacyRecords, isEnvelope: false };
  if (!isObject(json)) return undefined;
  const records = recordsIn(json.data);
  if (records === undefined) return undefined;
  const list = { answer, isEnvelope: true, meta: metaIn(json.meta) };
  const [resource] = records;
  if (resource === undefined || !records.every(isResource)) return { ...list, records };
  return { ...list, records: records.map(attributesOf), resource };
}

function metaIn(value: unknown): ProductPage['meta'] {
  if (!isObject(value)) return undefined;
  const total = numberIn(value.total);
  const limit = numberIn(value.limit);
  const offset = numberIn(value.offset);
  if (total === undefined || limit === undefined || offset === undefined) return undefined;
  return { total, limit, offset };
}

/** The members that a resource of JSON:API may have. */
const RESOURCE_MEMBERS = ['type', 'id', 'attributes', 'links', 'meta', 'relationships'];

/** Whether an item is a resource of JSON:API instead of the record itself (EXP-LIST-2). */
const isResource = (item: ProductRecord): boolean =>
  isObject(item.attributes) && Object.keys(item).every((name) => RESOURCE_MEMBERS.includes(name));

/** Equal resources are one object, and so are their attributes. */
const attributesOf = memoizedByObject(
  ({ id, attributes }: ProductRecord): ProductRecord => ({
    ...(id === undefined ? {} : { id }),
    ...(isObject(attributes) ? attributes : {}),
  }),
);

/**
 * Reads a list, or an object with keys such as `0` and `2`. PHP writes a list as such an object if
 * an element was removed from it.
 */
function recordsIn(value: unknown): readonly ProductRecord[] | undefined {
  const hasPositionsAsKeys =
    isObject(value) &&
    Object.keys(value).length > 0 &&
    Object.keys(value).every((key) => /^\d+$/.test(key));
  const list: unknown = hasPositionsAsKeys ? Object.values(value) : value;
  // PHP writes a record without members as an empty list.
  if (
    !Array.isArray(list) ||
    !list.every((one) => isObject(one) || (Array.isArray(one) && one.length === 0))
  )
    return undefined;
  return list.map((one) => (isObject(one) ? one : {}));
}

/** Reads a whole number, also from a text. */
const numberIn = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
};

/**
 * Matches the texts of a JSON document, and its whole numbers of 16 or more digits, which a double
 * may not represent exactly.
 */
const TEXT_OR_LONG_NUMBER = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** The member that contains the digits of a long number. No record has a member of this name. */
const LONG = 'assay:long number';

/**
 * Whether a piece of a response contains 16 digits in a row. The result is stored, because many
 * responses contain the same piece.
 */
const mayHaveLongNumber = memoizedByObject(({ text }: Answer['content']['head']): boolean =>
  /\d{16}/.test(text),
);

/**
 * Returns a map for each record of a page. The map has the columns with whole numbers of 16 or more
 * digits, and these digits. Returns an empty list if the page contains no such number.
 *
 * The JSON is parsed once more, with an object in place of each such number, because parsing rounds
 * the number itself.
 */
export function longNumbers(answer: Answer): readonly ReadonlyMap<string, string>[] {
  const { head, records: pieces, tail } = answer.content;
  if (![head, ...pieces, tail].some(mayHaveLongNumber)) return [];
  const { text } = answer;
  const json: unknown = JSON.parse(
    text.replace(TEXT_OR_LONG_NUMBER, (part) =>
      part.startsWith('"') ? part : `{"${LONG}":"${part}"}`,
    ),
  );
  const items = recordsIn(json) ?? (isObject(json) ? recordsIn(json.data) : undefined) ?? [];
  const records = items.every(isResource) ? items.map(attributesOf) : items;
  return records.map(
    (record) =>
      new Map(
        Object.entries(record).flatMap(([name, value]) =>
          isObject(value) && typeof value[LONG] === 'string' ? [[name, value[LONG]]] : [],
        ),
      ),
  );
}

/** Returns `meta.total`. Without `meta` it returns the number of records on the page. */
export const totalOf = ({ meta, records }: ProductPage): number => meta?.total ?? records.length;
