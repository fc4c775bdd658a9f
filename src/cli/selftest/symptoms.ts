import { type KnownFault, SAID } from '../../diagnosis/index.js';
import type { Defect } from '../../reference/index.js';
import { complains, optionsOf } from './matrix.js';
import { type TrialOptions, trial } from './trial.js';

/** Requests of one trial: every check that one question feeds, and as many rows as show most of what takes several. */
const MOST = 400;

/** What a defect looks like to all checks of its interface. */
export async function symptomsOf(
  defect: Defect,
  { seed = 1, ...more }: Pick<TrialOptions, 'seed'> & { readonly fixture?: boolean } = {},
): Promise<KnownFault> {
  const { id, interface: name, clause, sentence } = defect;
  const verdicts = await trial(optionsOf(defect), {
    seed,
    ...more,
    maxRequests: MOST,
    wanted: (check) => check.interface === name,
  });
  const complaints = verdicts.filter(complains);
  const own = complaints.find(({ clauses }) => clauses.includes(clause)) ?? complaints[0];
  const said = `${own?.expected ?? own?.reason ?? ''}; ${own?.actual ?? ''}`.slice(0, SAID).toWellFormed();
  return { id, interface: name, clause, sentence, noticed: complaints.map(({ check }) => check).sort(), said };
}
