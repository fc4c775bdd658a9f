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

/** Whether a verdict about a conforming server is wrong. */
function isFalse(id: string, { verdict, clauses }: VerdictEvent): boolean {
  const expected = forgetsTokens(id)
    ? ['TOK-LIFE-1']
    : (VARIANTS.find((variant) => variant.id === id)?.warns ?? []);
  if (verdict === 'warning') return !expected.includes(clauses[0] ?? '');
  return verdict === 'failed' || (verdict === 'inconclusive' && !forgetsTokens(id));
}

/**
 * Runs the checks on the conforming server `id`, and returns the false alarms: checks that fail,
 * checks that warn although the variant does not name their clause in `warns`, and inconclusive
 * checks unless the server forgets tokens. With `all`, the number of requests is unlimited.
 * Otherwise it is that of a slow target (`PACED_BUDGET`).
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
 * The number of records of a variant that does not define its records. With `all` it has the whole
 * default dataset, and with `records` that many.
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
