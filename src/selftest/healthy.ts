import { PACED_BUDGET } from '../harness/index.js';
import type { ReferenceOptions } from '../reference/index.js';
import { defaultRecords, VARIANTS } from '../reference/index.js';
import { withRecords } from './many-records.js';
import { complains } from './matrix.js';
import { trial } from './trial.js';

/** A complaint about a server that conforms. */
export interface FalseAlarm {
  readonly variant: string;
  readonly check: string;
  readonly reason: string;
}

/** The healthy server and its variants, by id; the one of a hundred thousand records is left to the tests. */
export const HEALTHY: ReadonlyMap<string, ReferenceOptions> = new Map([
  ['healthy', {}],
  ...VARIANTS.filter(({ large }) => !large).map(({ id, options }) => [id, options] as const),
]);

/**
 * False alarms on a conforming server: no check may fail, none be inconclusive unless the server forgets its tokens, and on
 * the default one none may warn. `all` runs without a budget, otherwise with the budget of a target with a pace.
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
    // Variants that do not concern the connection are tested without a socket, which takes half the time.
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

/** What a token shows of a server that may forget it at any request rests on when it does. */
export const forgetsTokens = (variant: string): boolean => variant.startsWith('tokens.forgets');

/** Records of a variant, unless all checks run without a budget or the variant has its own. */
const FEW = 250;

/** A variant of one interface is put to the checks of that interface alone. */
function concerns(variant: string, name: string): boolean {
  const own = OF_INTERFACE[variant.split('.')[0] ?? ''];
  return own === undefined || name === own;
}

/** Which interface the variants of a topic are of; those of other topics are of all. */
const OF_INTERFACE: Readonly<Record<string, string>> = {
  data: 'export',
  dialect: 'export',
  tokens: 'templates',
  templates: 'templates',
  platform: 'platform',
  handover: 'handover',
};
