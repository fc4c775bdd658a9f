import type { ReportedClause, RunReport } from '../../schema/types.js';
import { table } from './table.js';
import { count, sentence, text } from './text.js';
import { tag } from './verdicts.js';

const JUDGED: readonly string[] = ['passed', 'failed', 'warning', 'observed'];
const HEAD = ['clause', 'level', 'says', 'verdict', 'checks'];

/** Which clauses were judged, and of the others and the partly judged ones: why not. */
export function clauseCoverage({ clauses }: RunReport): string {
  const open = clauses.filter(({ verdict, partial }) => partial || !JUDGED.includes(verdict));
  const gaps = open.map((clause) => [...row(clause).slice(0, 3), stateOf(clause), reasons(clause)]);
  return `<section aria-labelledby="clauses"><h2 id="clauses">Clause coverage</h2>
${gaps.length === 0 ? '<p>Every clause was judged in full.</p>' : `<p>${count(gaps.length, 'clause')} not judged, or only in part:</p>`}
${table('Clauses not judged in full', ['clause', 'level', 'says', 'state', 'why'], gaps, 'words')}
<details><summary>All ${clauses.length} clauses of the interfaces in this run</summary>
${table('All clauses', HEAD, clauses.map(row), 'words')}
</details></section>`;
}

const row = ({ id, level, text: says, verdict, checks }: ReportedClause): string[] => [
  text(id, 60),
  level,
  sentence(says),
  tag(verdict),
  checks.map((check) => `<a href="#${text(check, 200)}">${text(check, 200)}</a>`).join('<br>'),
];

const stateOf = ({ verdict, partial }: ReportedClause): string =>
  partial ? `${tag(verdict)} <span class="soft">in part</span>` : tag(verdict);

const reasons = ({ reasons: why, checks }: ReportedClause): string =>
  checks.length === 0 ? 'no check of it was asked for' : why.map((one) => text(one, 400)).join('<br>');
