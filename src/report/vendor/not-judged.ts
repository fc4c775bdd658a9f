/** Says which demands of the document were not judged, and why. */

import type { ReportedCheck, ReportedClause, RunReport } from '../../schema/types.js';
import { excerpt } from '../visible.js';

type Why = NonNullable<ReportedCheck['cause']> | 'inconclusive';

const WORDS: Readonly<Record<Why, string>> = {
  inconclusive: 'The responses allowed no decision',
  prerequisite: 'Another failure came before',
  data: 'The data contained no example',
  configuration: 'The test was not set up for it',
  safety: 'The test could have done harm',
  budget: 'The number of requests was limited',
};

/** At most this number of demands is cited for each reason. */
const MAX_CITED = 3;

/**
 * One paragraph; undefined if every required and every recommended clause with checks was judged.
 * Clauses of the schemas of the vendor (`OWN-`) come from the target file, not from the document.
 */
export function notJudgedInWords({ clauses, checks }: RunReport): string | undefined {
  const demands = clauses.filter(
    ({ id, level, checks: ids }) => level !== 'open' && !id.startsWith('OWN-') && ids.length > 0,
  );
  const open = demands.filter(({ verdict }) => verdict === 'skipped' || verdict === 'inconclusive');
  if (open.length === 0) return undefined;
  const whyOf = (clause: ReportedClause): Why => {
    const mine = checks.filter(({ id }) => clause.checks.includes(id));
    return mine.some(({ verdict }) => verdict === 'inconclusive')
      ? 'inconclusive'
      : (mine.find(({ cause }) => cause !== null)?.cause ?? 'inconclusive');
  };
  const sentences = Object.entries(WORDS).flatMap(([why, words]) => {
    const some = open.filter((clause) => whyOf(clause) === why);
    if (some.length === 0) return [];
    const cited = some.slice(0, MAX_CITED).map(({ text }) => `“${excerpt(text, 120)}”`);
    const rest = some.length > MAX_CITED ? `, and ${some.length - MAX_CITED} more` : '';
    return [`${words}: ${cited.join('; ')}${rest}.`];
  });
  const verb = open.length === 1 ? 'was' : 'were';
  return `${open.length} of ${demands.length} demands of the document ${verb} not judged, so this letter says nothing about them. ${sentences.join(' ')}`;
}
