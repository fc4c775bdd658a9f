import { PACED_BUDGET } from '../harness/index.js';
import type { ReferenceOptions } from '../reference/index.js';
import { defaultRecords, VARIANTS } from '../reference/index.js';
import { withRecords } from './many-records.js';
import { complains } from './matrix.js';
import { trial } from './trial.js';

/** A false alarm on a server that conforms. */
export interface FalseAlarm {
  readonly variant: string;
  readonly check: string;
  readonly reason: string;
}

/**
 * The healthy server and its variants, by id. The variant of 100,000 records is only in the tests.
 */
export const HEALTHY: ReadonlyMap<string, ReferenceOptions> = new Map([
  ['healthy', {}],
  ...VARIANTS.filter(({ large }) => !large).map(({ id, options }) => [id, options] as const),
]);

/**
 * False alarms on a conforming server: a check that fails, that is inconclusive although the server
 * forgets no tokens, or that warns on the default server. `all` runs without a budget, otherwise
 * with the budget of a target with a pace.
 */
export async function falseAlarms(
  id: string,
  {
    seed = 1,
    all = false,
    records,
  }: { readonly seed?: number; readonly all?: boolean; readonly records?: number | undefined } = {},
): Promise<readonly FalseAlarm[]> {
  const few = all || id === 'healthy' ? {} : { records: defaultRecords().slice(0, FEW) };
  const verdicts = await trial(withRecords({ ...few, ...HEALTHY.get(id) }, records), {
    seed,
    fixture: records === undefined,
    // Variants that do not concern the connection are tested without a socket, which takes half the
    // time.
    inProcess: id !== 'healthy' && !id.startsWith('wire.'),
    ...(all ? {} : { maxRequests: PACED_BUDGET }),
    wanted: ({ interface: name }) => concerns(id, name),
  });
  return verdicts
    .filter((event) =>
      id === 'healthy'
        ? complains(event) || event.verdict === 'inconclusive'
        : event.verdict === 'failed' || (event.verdict === 'inconclusive' && !forgetsTokens(id)),
    )
    .map(({ check, reason = '' }) => ({ variant: id, check, reason }));
}

/** Checks whose result on a server that forgets tokens depends on when it does. */
export const forgetsTokens = (variant: string): boolean => variant.startsWith('tokens.forgets');

/** Records of a variant, unless all checks run without a budget or the variant has its own. */
const FEW = 250;

/** A variant of one interface is tested by the checks of that interface only. */
function concerns(variant: string, name: string): boolean {
  const own = OF_INTERFACE[variant.split('.')[0] ?? ''];
  return own === undefined || name === own;
}

/** The interface of the variants of a topic; those of other topics concern all interfaces. */
const OF_INTERFACE: Readonly<Record<string, string>> = {
  data: 'export',
  dialect: 'export',
  tokens: 'templates',
  templates: 'templates',
  platform: 'platform',
  handover: 'handover',
};
