/** The section about clause coverage in the HTML report. */

import { type Html, html, joined, table } from '../../page/index.js';
import type { ReportedClause, RunReport } from '../../schema/types.js';
import { sourceText } from './check.js';
import { count, sentence, text } from './text.js';
import { tag } from './verdicts.js';

const UNJUDGED: readonly string[] = ['skipped', 'inconclusive'];

export function clauseCoverage({ clauses }: RunReport): Html {
  const open = clauses.filter(({ verdict, partial }) => partial || UNJUDGED.includes(verdict));
  const reasons = [...new Set(open.map(reasonOf))];
  const gaps = reasons.map((reason) => {
    const affected = open.filter((clause) => reasonOf(clause) === reason);
    return [text(reason, 300), String(affected.length), joined(affected.map(linkTo), ', ')];
  });
  return html`<section aria-labelledby="clauses"><h2 id="clauses">Clause coverage</h2>
<p>${open.length === 0 ? 'Every clause was fully tested.' : `${count(open.length, 'clause')} of ${clauses.length} not tested, or only partly:`}</p>
${table('Clauses not fully tested', ['reason', 'number', 'clauses'], gaps, 'words whys')}
<details class="all"><summary>Clauses of the interfaces in this run: ${clauses.length}</summary>
${table('All clauses', ['clause', 'level', 'says', 'verdict', 'checks'], clauses.map(row), 'words')}
</details></section>`;
}

/** Returns why a clause was not tested, or only partly. */
const reasonOf = ({ reasons, checks }: ReportedClause): string =>
  checks.length === 0 ? 'none of its checks was selected' : reasons.join('; ');

const linkTo = ({ id, partial }: ReportedClause): Html =>
  html`<a href="#clause-${text(id, 60)}">${text(id, 60)}</a>${partial ? html` <span class="soft">(partly)</span>` : ''}`;

const row = (clause: ReportedClause): readonly (Html | string)[] => {
  const { id, level, text: says, verdict, checks, partial } = clause;
  return [
    html`<span id="clause-${text(id, 60)}">${text(id, 60)}</span>`,
    level,
    html`${sentence(says)}${sourceText(clause)}`,
    html`${tag(verdict)}${partial ? html` <span class="soft">partly</span>` : ''}`,
    joined(
      checks.map((check) => html`<a href="#${text(check, 200)}">${text(check, 200)}</a>`),
      html`<br>`,
    ),
  ];
};
