/** Tests that no check fails on a conforming server. */

import { PACED_BUDGET } from '../harness/index.js';
import type { VerdictEvent } from '../ledger/index.js';
import type { ReferenceOptions } from '../reference/index.js';
import { defaultRecords, VARIANTS } from '../reference/index.js';
import { withRecords } from './many-records.js';
import type { TaskOptions } from './tasks.js';
import { trial } from './trial.js';

export interface FalseAlarm {
  readonly variant: string;
  readonly check: string;
  readonly reason: string;
}

/**
 * The healthy server and its variants (servers that also conform), by id. Large variants are left
 * out.
 */
export const HEALTHY: ReadonlyMap<string, ReferenceOptions> = new Map([
  ['healthy', {}],
  ...VARIANTS.filter(({ large }) => !large).map(({ id, options }) => [id, options] as const),
]);

/**
 * The clauses of which conforming variants do not follow a recommendation, by the id of the variant.
 * Any other warning is a false alarm.
 */
const EXPECTED_WARNINGS: Readonly<Record<string, readonly string[]>> = {
  'answers.unforeseen-is-ignored': ['EXP-HARD-2'],
  'data.five-without-numeric-ids': ['EXP-LIST-4'],
  'data.ids-as-text': ['EXP-LIST-4'],
  'dialect.case-ignored': ['EXP-FILT-4'],
  'dialect.like-citext': ['EXP-FILT-4'],
  'dialect.like-mongo': ['EXP-FILT-18'],
  'dialect.like-mysql': ['EXP-FILT-4'],
  'dialect.like-sql-server': ['EXP-LIST-4'],
  'dialect.like-sqlite': ['EXP-FILT-4'],
  'dialect.mariadb-general-ci': ['EXP-FILT-4'],
  'dialect.mariadb-general-ci-with-blanks': ['EXP-FILT-4'],
  'dialect.mariadb-unicode-ci': ['EXP-FILT-4'],
  'dialect.negations-keep-nulls': ['EXP-FILT-18'],
  'dialect.not-equal-keeps-nulls': ['EXP-FILT-18'],
  'dialect.numbers-as-text': ['EXP-LIST-4'],
  'framework.accept-taken-literally': ['EXP-NEG-11'],
  'framework.hyphens-and-underscores-are-one': ['EXP-AUTH-6', 'EXP-AUTH-12'],
  'handover.done-in-japanese': ['HND-OK-1'],
  'handover.refused-with-200': ['HND-AUTH-1', 'HND-AUTH-2'],
  'platform.first-of-next-and-null': ['PLT-PAGE-1'],
  'platform.fractal-at-once': ['PLT-PAGE-1'],
  'platform.last-of-page-and-null': ['PLT-PAGE-1'],
  'platform.typed-at-once': ['PLT-PAGE-1'],
  'platform.wrapped': ['PLT-PAGE-1'],
  'templates.missing-token-is-403': ['ETM-AUTH-2'],
  'tokens.keycloak-at-once': ['ETM-AUTH-3', 'TOK-ERR-5'],
  'tokens.keycloak-errors': ['TOK-ERR-5'],
  'tokens.leeway-of-half-a-minute': ['ETM-AUTH-3'],
  'tokens.self-contained': ['ETM-AUTH-3'],
};

/** Whether a verdict about a conforming server is wrong. */
function isFalse(id: string, { verdict, clauses }: VerdictEvent): boolean {
  const expected = forgetsTokens(id) ? ['TOK-LIFE-1'] : (EXPECTED_WARNINGS[id] ?? []);
  if (verdict === 'warning') return !expected.includes(clauses[0] ?? '');
  return verdict === 'failed' || (verdict === 'inconclusive' && !forgetsTokens(id));
}

/**
 * A check that fails or warns is a false alarm, unless the variant is known not to follow the
 * recommendation. An inconclusive check is a false alarm unless the server forgets tokens. With
 * `all`, the number of requests is unlimited. Otherwise the limit for targets with a maximum
 * request rate applies.
 */
export async function falseAlarms(
  id: string,
  { seed = 1, all = false, records, checks }: Partial<TaskOptions> = {},
): Promise<readonly FalseAlarm[]> {
  const few = all || id === 'healthy' ? {} : { records: defaultRecords().slice(0, FEW) };
  const verdicts = await trial(withRecords({ ...few, ...HEALTHY.get(id) }, records), {
    seed,
    fixture: records === undefined,
    // Calling a server without a socket takes half the time. Only the healthy server and the
    // variants of the connection (`wire.`) need a socket.
    inProcess: id !== 'healthy' && !id.startsWith('wire.'),
    ...(all ? {} : { maxRequests: PACED_BUDGET }),
    wanted: (check) => concerns(id, check.interface) && (checks?.includes(check.id) ?? true),
  });
  return verdicts
    .filter((event) => isFalse(id, event))
    .map(({ check, reason = '' }) => ({ variant: id, check, reason }));
}

/** If a server forgets tokens, the results of some checks depend on when it forgets them. */
export const forgetsTokens = (variant: string): boolean => variant.startsWith('tokens.forgets');

/**
 * The number of records of a variant that does not define its records. The options `all` and
 * `records` replace it.
 */
const FEW = 250;

/** A variant of one interface is tested only by the checks of that interface. */
export function concerns(variant: string, name: string): boolean {
  const own = OF_INTERFACE[variant.split('.')[0] ?? ''];
  return own === undefined || name === own;
}

/**
 * The interface of each topic. The id of a variant begins with its topic. Variants of other topics
 * concern all interfaces.
 */
const OF_INTERFACE: Readonly<Record<string, string>> = {
  data: 'export',
  dialect: 'export',
  tokens: 'templates',
  templates: 'templates',
  platform: 'platform',
  handover: 'handover',
};
