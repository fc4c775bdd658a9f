import type { Change } from '../behaviour.js';
import { destinations, type Identity } from '../credentials.js';
import type { Dialect } from '../dialect.js';
import type { ReferenceOptions } from '../options.js';
import type { ProductRecord } from '../table/column.js';
import { VARIANTS, variant } from '../variants/index.js';
import { changes } from '../variants/variant.js';
import { json } from '../wire/answer.js';
import { type ColumnSpec, recordsOf } from './columns.js';

/**
 * A conforming server, as plain data: which of the ways to conform it combines, over which records.
 */
export interface HonestServer {
  readonly data: {
    readonly columns: readonly ColumnSpec[];
    readonly rows: number;
    readonly seed: number;
    /**
     * The share of the records that the second destination holds, and nothing else, from 0 to 1.
     * Default: records of its own.
     */
    readonly shared?: number | undefined;
  };
  /** Its own choices, besides those of its variants. */
  readonly dialect: Partial<Dialect>;
  /** Ids of variants; at most one of each of those that settle the same. */
  readonly variants: readonly string[];
  readonly life: Life;
}

/** Events of a server during a run. */
interface Life {
  /** Milliseconds that each answer takes. */
  readonly latencyMs?: number | undefined;
  /** Requests a minute that each interface allows. */
  readonly requestsPerMinute?: number | undefined;
  /** From this request on it responds 503 with `Retry-After`, for a number of requests. */
  readonly away?: { readonly from: number; readonly requests: number } | undefined;
  /** A column of the export data that has other values from this request to the export API on. */
  readonly sells?: { readonly column: string; readonly from: number } | undefined;
}

/** Conditions that decide the content of a record and how it may be queried. */
const RECORDS = [
  'dialect.members-beside-columns',
  'dialect.empty-records-are-lists',
  'dialect.lists-of-twenty',
];

/**
 * Settle how text is compared, sorted or grouped, or how lists and nulls are written: at most one
 * at a time.
 */
const WAYS_TO_COMPARE = VARIANTS.filter(
  ({ id, options }) =>
    id.startsWith('dialect.') &&
    options.behaviour !== undefined &&
    ![...RECORDS, 'dialect.served-otherwise'].includes(id),
).map(({ id }) => id);

const WIRE = idsOf('wire.', ['wire.slow', 'wire.separate-ports', 'wire.everything-at-once']);

/** Variants that settle different things about an interface: at most one of each list. */
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

/** The same for a server of all interfaces. */
export const CHOICES: readonly (readonly string[])[] = [
  ...new Set(Object.values(CHOICES_OF).flat()),
];

function idsOf(topic: string, but: readonly string[] = []): readonly string[] {
  return VARIANTS.filter(
    ({ id, large }) => id.startsWith(topic) && !large && !but.includes(id),
  ).map(({ id }) => id);
}

/** The server of a description. Throws a `RangeError` for a variant that is not known. */
export function honestOptions({ data, dialect, variants, life }: HonestServer): ReferenceOptions {
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

/** Two destinations that hold some of the same records. */
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

/** Away for a while. */
function outage({ away }: Life): readonly Change[] {
  if (away === undefined) return [];
  const isAway = (asked: number): boolean =>
    asked > away.from && asked <= away.from + away.requests;
  const change: Change = (healthy) => {
    let asked = 0;
    return {
      ...healthy,
      around: (handle) => healthy.around((call) => (isAway(++asked) ? UNAVAILABLE : handle(call))),
    };
  };
  return [change];
}

const UNAVAILABLE = json(
  503,
  { error: 'Down for maintenance', message: 'Down for maintenance' },
  { 'Retry-After': '1' },
);

/** Every third number of a column is another one. */
const sold = (records: readonly ProductRecord[], column: string): readonly ProductRecord[] =>
  records.map((record, row) => {
    const value = record[column];
    return row % 3 === 0 && typeof value === 'number' ? { ...record, [column]: value + 1 } : record;
  });
