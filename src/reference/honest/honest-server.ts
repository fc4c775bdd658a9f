/** Descriptions of conforming servers as plain data. */

import type { Change } from '../behaviour.js';
import { destinations, type Identity } from '../credentials.js';
import type { Dialect } from '../dialect.js';
import type { ReferenceOptions } from '../options.js';
import type { ProductRecord } from '../table/column.js';
import { VARIANTS, variant } from '../variants/index.js';
import { changes } from '../variants/variant.js';
import { json } from '../wire/answer.js';
import { type ColumnSpec, recordsOf } from './columns.js';

/** A conforming server as plain data: the options that it combines, and its records. */
export interface ServerDescription {
  readonly data: {
    readonly columns: readonly ColumnSpec[];
    readonly rows: number;
    readonly seed: number;
    /**
     * The share of the records that the second destination contains, from 0 to 1. By default the
     * second destination has its own records.
     */
    readonly shared?: number | undefined;
  };
  /** Entries of the dialect, in addition to the entries of its variants. */
  readonly dialect: Partial<Dialect>;
  /** The ids of variants, at most one of each group of alternatives. */
  readonly variants: readonly string[];
  readonly life: Life;
}

/** Events of a server during a run. */
interface Life {
  /** The milliseconds for each response. */
  readonly latencyMs?: number | undefined;
  /** The requests per minute that each interface allows. */
  readonly requestsPerMinute?: number | undefined;
  /**
   * The number of requests before the first response 503 with `Retry-After`, and the number of
   * these responses.
   */
  readonly away?: { readonly from: number; readonly requests: number } | undefined;
  /**
   * A column of the export data whose values change, and the number of requests before the change.
   */
  readonly sells?: { readonly column: string; readonly from: number } | undefined;
}

/** Variants that decide the content of records and how records can be queried. */
const RECORDS = [
  'dialect.members-beside-columns',
  'dialect.empty-records-are-lists',
  'dialect.lists-of-twenty',
];

/**
 * Variants about the comparison, order or grouping of text, or the notation of lists and nulls. At
 * most one of them is used.
 */
const WAYS_TO_COMPARE = VARIANTS.filter(
  ({ id, options }) =>
    id.startsWith('dialect.') &&
    options.behaviour !== undefined &&
    ![...RECORDS, 'dialect.served-otherwise'].includes(id),
).map(({ id }) => id);

const WIRE = idsOf('wire.', ['wire.slow', 'wire.separate-ports', 'wire.everything-at-once']);

/** Groups of alternative variants, by interface. At most one variant of each group is used. */
export const CHOICES_OF = {
  export: [
    [
      ...WAYS_TO_COMPARE,
      'dialect.mysql-0900-as-cs',
      'dialect.collation-without-case',
      'dialect.collation-of-a-locale',
    ],
    RECORDS,
    idsOf('answers.'),
    WIRE,
  ],
  templates: [idsOf('tokens.'), idsOf('templates.'), WIRE],
  platform: [idsOf('platform.'), WIRE],
  handover: [idsOf('handover.'), WIRE],
} as const;

/** The groups for a server with all interfaces. */
export const CHOICES: readonly (readonly string[])[] = [
  ...new Set(Object.values(CHOICES_OF).flat()),
];

function idsOf(topic: string, but: readonly string[] = []): readonly string[] {
  return VARIANTS.filter(
    ({ id, large }) => id.startsWith(topic) && !large && !but.includes(id),
  ).map(({ id }) => id);
}

/** The options of a described server. Throws a `RangeError` for an unknown variant. */
export function optionsFromDescription({
  data,
  dialect,
  variants,
  life,
}: ServerDescription): ReferenceOptions {
  const chosen = variants.map((id) => variant(id).options);
  const all: ReferenceOptions = Object.assign({}, ...chosen);
  const behaviours = [...chosen.flatMap(({ behaviour }) => behaviour ?? []), ...outage(life)];
  const records = recordsOf(data.columns, data.rows, data.seed);
  const { latencyMs, requestsPerMinute, sells } = life;
  return {
    ...all,
    records,
    ...(latencyMs && { latencyMs }),
    ...(data.shared === undefined ? {} : { identity: sharing(records, data.shared) }),
    dialect: Object.assign({}, dialect, ...chosen.map((options) => options.dialect)),
    behaviour: changes(...behaviours),
    ...(sells === undefined
      ? {}
      : { later: { from: sells.from, records: sold(records, sells.column) } }),
    ...(requestsPerMinute === undefined
      ? {}
      : { rateLimit: { requests: requestsPerMinute, perMs: 60_000 } }),
  };
}

/** Two destinations that share some records. */
function sharing(records: readonly ProductRecord[], share: number): Partial<Identity> {
  const [main, other, empty] = destinations(records);
  return {
    destinations: [
      main,
      { ...other, records: records.slice(0, Math.round(records.length * share)) },
      empty,
    ],
  };
}

/** A change that makes the server unavailable for some requests. */
function outage({ away }: Life): readonly Change[] {
  if (away === undefined) return [];
  const isAway = (requestNumber: number): boolean =>
    requestNumber > away.from && requestNumber <= away.from + away.requests;
  const change: Change = (healthy) => {
    let requestNumber = 0;
    return {
      ...healthy,
      around: (handle) =>
        healthy.around((call) => (isAway(++requestNumber) ? UNAVAILABLE : handle(call))),
    };
  };
  return [change];
}

const UNAVAILABLE = json(
  503,
  { error: 'Down for maintenance', message: 'Down for maintenance' },
  { 'Retry-After': '1' },
);

/** The records with every third number of a column changed. */
const sold = (records: readonly ProductRecord[], column: string): readonly ProductRecord[] =>
  records.map((record, row) => {
    const value = record[column];
    return row % 3 === 0 && typeof value === 'number' ? { ...record, [column]: value + 1 } : record;
  });
