/** Makes conforming servers from descriptions. A variant is a set of options for such a server. */

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
     * This share of the records, from 0 to 1, is also in the second destination. By default the
     * second destination has its own records.
     */
    readonly shared?: number | undefined;
  };
  /** Entries of the dialect. The entries of the variants replace them. */
  readonly dialect: Partial<Dialect>;
  /** The ids of the variants, at most one of each group in `CHOICES`. */
  readonly variants: readonly string[];
  readonly life: Life;
}

/** The events that happen during a run. */
interface Life {
  readonly latencyMs?: number | undefined;
  /** Each interface allows this number of requests in a minute. */
  readonly requestsPerMinute?: number | undefined;
  /** After `from` requests, the next `requests` responses are 503 with `Retry-After`. */
  readonly away?: { readonly from: number; readonly requests: number } | undefined;
  /** After `from` requests, some numbers in this column of the export data change. */
  readonly sells?: { readonly column: string; readonly from: number } | undefined;
}

/** These variants change the form of records or of lists. */
const RECORDS = [
  'dialect.members-beside-columns',
  'dialect.empty-records-are-lists',
  'dialect.lists-of-twenty',
];

/**
 * The other variants of the dialect that replace functions of the server. `served-otherwise` is
 * left out, because generated records do not have its columns.
 */
const WAYS_TO_COMPARE = VARIANTS.filter(
  ({ id, options }) =>
    id.startsWith('dialect.') &&
    options.behaviour !== undefined &&
    ![...RECORDS, 'dialect.served-otherwise'].includes(id),
).map(({ id }) => id);

/** Without the variants that have a delay, which `life` sets, or other addresses. */
const WIRE = idsOf('wire.', ['wire.slow', 'wire.separate-ports', 'wire.everything-at-once']);

/** The groups of variants, by interface. A server has at most one variant of each group. */
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

/** The groups of all interfaces. */
export const CHOICES: readonly (readonly string[])[] = [
  ...new Set(Object.values(CHOICES_OF).flat()),
];

function idsOf(prefix: string, excluded: readonly string[] = []): readonly string[] {
  return VARIANTS.filter(
    ({ id, large }) => id.startsWith(prefix) && !large && !excluded.includes(id),
  ).map(({ id }) => id);
}

/** Throws a `RangeError` for an unknown variant. */
export function optionsFromDescription({
  data,
  dialect,
  variants,
  life,
}: ServerDescription): ReferenceOptions {
  const chosen = variants.map((id) => variant(id).options);
  const all: ReferenceOptions = Object.assign({}, ...chosen);
  const behaviours = [
    ...chosen.flatMap(({ behaviour }) => behaviour ?? []),
    ...outageChanges(life),
  ];
  const records = recordsOf(data.columns, data.rows, data.seed);
  const { latencyMs, requestsPerMinute, sells } = life;
  return {
    ...all,
    records,
    ...(latencyMs && { latencyMs }),
    ...(data.shared === undefined ? {} : { identity: withSharedRecords(records, data.shared) }),
    dialect: Object.assign({}, dialect, ...chosen.map((options) => options.dialect)),
    behaviour: changes(...behaviours),
    ...(sells === undefined
      ? {}
      : { later: { from: sells.from, records: withChangedNumbers(records, sells.column) } }),
    ...(requestsPerMinute === undefined
      ? {}
      : { rateLimit: { requests: requestsPerMinute, perMs: 60_000 } }),
  };
}

function withSharedRecords(records: readonly ProductRecord[], share: number): Partial<Identity> {
  const [main, other, empty] = destinations(records);
  return {
    destinations: [
      main,
      { ...other, records: records.slice(0, Math.round(records.length * share)) },
      empty,
    ],
  };
}

/** Makes the server unavailable for some requests. */
function outageChanges({ away }: Life): readonly Change[] {
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

/** Adds 1 to the number in the column of every third record. */
const withChangedNumbers = (
  records: readonly ProductRecord[],
  column: string,
): readonly ProductRecord[] =>
  records.map((record, row) => {
    const value = record[column];
    return row % 3 === 0 && typeof value === 'number' ? { ...record, [column]: value + 1 } : record;
  });
