/** Defects of the export API in the members and types of lists. */

import { jsonOf } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import { isEnvelope, metaOf, recordsIn } from './body.js';

const lists = defectsOf('export', 'export.lists');

export const EXPORT_LIST_SHAPE: readonly Defect[] = [
  ...lists('EXP-LIST-1', {
    'total-as-text': blatant(
      '`meta.total` is a string.',
      metaOf(({ total, ...meta }) => ({ ...meta, total: String(total) })),
    ),
    'limit-as-text': subtle(
      '`meta.limit` is a string.',
      metaOf(({ limit, ...meta }) => ({ ...meta, limit: String(limit) })),
    ),
    'offset-null-on-the-first-page': subtle(
      '`meta.offset` is null on the first page.',
      metaOf((meta) => ({ ...meta, offset: meta.offset === 0 ? null : meta.offset })),
    ),
    'total-null': subtle(
      '`meta.total` is null.',
      metaOf((meta) => ({ ...meta, total: null })),
    ),
    'meta-in-capitals': subtle(
      'The member `meta` is named `Meta`.',
      jsonOf('export', (body) => {
        if (!isEnvelope(body)) return undefined;
        const { meta, ...rest } = body;
        return { ...rest, Meta: meta };
      }),
    ),
    'total-without-meta': subtle(
      '`total`, `limit` and `offset` are beside `data`, without `meta`.',
      jsonOf('export', (body) => {
        if (!isEnvelope(body)) return undefined;
        const { meta, ...rest } = body;
        return { ...rest, ...meta };
      }),
    ),
  }),
  ...lists('EXP-LIST-2', {
    'items-wrapped': blatant(
      'Items of the JSON:API list are resources with `type`, `id` and `attributes`.',
      recordsIn('json-api', (records) =>
        records.map((attributes) => ({ type: 'product', id: attributes.id, attributes })),
      ),
    ),
    'type-added': subtle(
      'Items of the JSON:API list have a `type` that is not a column.',
      recordsIn('json-api', (records) =>
        records.map((record) => ({ type: 'products', ...record })),
      ),
    ),
    'attributes-nested': blatant(
      'Items of the JSON:API list keep their values under `attributes`.',
      recordsIn('json-api', (records) => records.map((attributes) => ({ attributes }))),
    ),
  }),
  ...lists('EXP-LIST-3', {
    'single-record-unwrapped': subtle(
      'A legacy list of one record is this record instead of an array.',
      recordsIn('json', (records) => (records.length === 1 ? records[0] : undefined)),
    ),
    'filtered-list-as-object': subtle(
      'With filters a legacy list is an object keyed by position.',
      recordsIn('json', (records, call) =>
        call.search.includes('filters') ? { ...records } : undefined,
      ),
    ),
    'later-pages-as-object': subtle(
      'The second and later pages of a legacy list are objects whose keys are positions.',
      recordsIn('json', (records, call) =>
        /offset=[1-9]/.test(call.search) ? { ...records } : undefined,
      ),
    ),
  }),
  ...lists('EXP-LIST-4', {
    'ids-as-text': subtle(
      '`id` is a string.',
      recordsIn('both', (records) =>
        records.map((record) => ({ ...record, id: String(record.id) })),
      ),
    ),
    'prices-as-text': subtle(
      '`price` is a string.',
      recordsIn('both', (records) =>
        records.map((record) => ({
          ...record,
          price: record.price == null ? null : String(record.price),
        })),
      ),
    ),
    'category-as-list': subtle(
      '`category` is an array.',
      recordsIn('both', (records) =>
        records.map((record) =>
          'category' in record ? { ...record, category: [record.category] } : record,
        ),
      ),
    ),
  }),
];
