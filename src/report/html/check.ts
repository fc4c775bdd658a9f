import type { Ledger } from '../../ledger/index.js';
import { escapeHtml } from '../../page/index.js';
import type { ReportedCheck, ReportedClause, RunReport } from '../../schema/types.js';
import { whyAccepted } from '../accepted.js';
import { command } from './command.js';
import { difference } from './difference.js';
import { exchange } from './exchange.js';
import type { PageBudget } from './page-budget.js';
import { table } from './table.js';
import { count, sentence, text, time } from './text.js';
import { tag } from './verdicts.js';

export interface Evidence {
  readonly report: RunReport;
  readonly ledger: Ledger;
  readonly budget: PageBudget;
}

const EXCHANGES = 3;
const ROWS = 60;

/** One check, folded or not, under its own address. */
export function checkCard(check: ReportedCheck, { report, ledger, budget }: Evidence): string {
  const { id, title, verdict, clauses, requests, durationMs } = check;
  const accepted = whyAccepted(check);
  const inside = [
    ...clauses.map((clause) => clauseText(clause, report)),
    accepted === undefined ? '' : `<p class="reason"><strong>${text(accepted)}</strong></p>`,
    verdictText(check),
    observed(check),
    evidenceOf(check, ledger),
    `<p class="soft">${count(requests, 'request')}, ${time(durationMs)} · <a href="#${escapeHtml(id)}">link to this check</a></p>`,
  ].join('\n');
  return `<details class="check ${verdict}" id="${escapeHtml(id)}" data-verdict="${verdict}">
<summary><h4>${tag(verdict)}${accepted === undefined ? '' : ' <span class="tag skipped">accepted</span>'} ${sentence(title)}</h4><span class="soft ids">${text(clauses.join(', '), 100)} · ${text(id, 200)}</span></summary>
<div class="inside">${budget.take(inside)}</div></details>`;
}

export function clauseText(id: string, { clauses }: RunReport): string {
  const clause = clauses.find((clause) => clause.id === id);
  if (clause === undefined) return '';
  return `<p class="clause"><strong>${text(id, 60)}</strong> <span class="soft">${clause.level}</span> ${sentence(clause.text)}</p>${sourceText(clause)}`;
}

/** Where a clause comes from and how it is judged. */
export const sourceText = ({ section, judging }: ReportedClause): string =>
  [
    section === undefined ? '' : `<p class="soft">Document: ${text(section, 300)}</p>`,
    judging === undefined ? '' : `<p class="soft">Judged so: ${sentence(judging)}</p>`,
  ].join('');

function verdictText({ verdict, cause, reason, witness, expected, actual }: ReportedCheck): string {
  const why = cause === null ? (reason ?? '') : `${cause}: ${reason ?? ''}`;
  // The usual reason is "title: expected this, got that", which the difference says better.
  const said = why === '' || (expected !== null && why.includes(expected)) ? '' : `<p class="reason">${text(why)}</p>`;
  const told = expected === null ? '' : difference(expected, actual ?? '');
  const worth = witness === null ? '' : `<p class="reason">${text(witness)}</p>`;
  return `${verdict === 'passed' ? '' : said}${told}${worth}`;
}

function observed({ title, table: rows = [] }: ReportedCheck): string {
  const shown = rows.slice(0, ROWS).map(({ question, answer }) => [text(question, 300), text(answer, 300)]);
  const more = rows.length > ROWS ? `<p class="soft">… and ${rows.length - ROWS} more in report.json</p>` : '';
  return `${table(`Observed: ${title}`, ['asked', 'answered'], shown, 'words')}${more}`;
}

/** How to see it and how to run it again. */
export function commandsOf({ commands, transcript, replay }: ReportedCheck): string {
  return [
    ...(commands.length === 0 ? [] : [command('See it', commands.join('\n'))]),
    ...(transcript === undefined ? [] : [`<h5>What went on</h5><pre><code>${text(transcript, 10_000)}</code></pre>`]),
    ...(replay === null ? [] : [command('Run it again', `npx assay ${replay}`)]),
  ].join('\n');
}

/** The evidence of what needs attention: commands, and the exchanges that tell most. */
function evidenceOf(check: ReportedCheck, { exchanges }: Ledger): string {
  if (!['failed', 'warning', 'inconclusive'].includes(check.verdict)) return '';
  const telling = check.exchanges.slice(-EXCHANGES).flatMap((id) => exchanges.get(id) ?? []);
  const shown = telling.reverse().map((event, index) => exchange(event, index === 0));
  return [commandsOf(check), ...shown].join('\n');
}
