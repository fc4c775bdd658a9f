/** The card of a check in the HTML report. */

import type { Ledger } from '../../ledger/index.js';
import { card, code, type Html, html, label, lines, nothing, table } from '../../page/index.js';
import type { ReportedCheck, ReportedClause, RunReport } from '../../schema/types.js';
import { whyAccepted } from '../accepted.js';
import { levelInWords } from '../level.js';
import { rerunCommand } from '../rerun.js';
import { failsTooInWords, seenInWords } from '../seen.js';
import { visible } from '../visible.js';
import { difference } from './difference.js';
import { exchange } from './exchange.js';
import type { PageBudget } from './page-budget.js';
import { count, sentence, text, time } from './text.js';
import { tag } from './verdicts.js';

/** The maximum number of characters of a command in the page. */
const MAX_LENGTH = 4000;

/**
 * A button copies the command. Without the script of the page, the command can be selected as text.
 */
function command(name: string, line: string): Html {
  // The text that a user pastes must equal the shown text, so the command is not shortened.
  if (line.length > MAX_LENGTH || visible(line) !== line) {
    return html`${label(name)}<p class="soft">The command is too long, or contains characters that cannot be shown. It is in report.json.</p>`;
  }
  return html`<div class="command">${label(name)}<button type="button" class="copy" hidden>Copy<span class="unseen"> ${name}</span></button>${code(text(line, MAX_LENGTH))}</div>`;
}

/** The data from which the cards of the page are made. */
export interface Evidence {
  readonly report: RunReport;
  readonly ledger: Ledger;
  readonly budget: PageBudget;
}

/** The maximum number of exchanges that are shown of a check. The last ones are shown. */
const MAX_EXCHANGES = 3;

/** The maximum number of rows in the table of observed responses. */
const MAX_ROWS = 60;

export function checkCard(check: ReportedCheck, { report, ledger, budget }: Evidence): Html {
  const { id, title, verdict, clauses, requests, leftOut = 0, durationMs } = check;
  const accepted = whyAccepted(check);
  const inside = lines([
    ...clauses.map((clause) => clauseText(clause, report, check)),
    accepted === undefined ? '' : html`<p class="reason"><strong>${text(accepted)}</strong></p>`,
    verdictText(check),
    observed(check),
    evidenceOf(check, ledger),
    html`<p class="soft">${count(requests, 'request')}, ${leftOut === 0 ? '' : `${count(leftOut, 'question')} not sent because the budget was used up, `}${time(durationMs)} · <a href="#${id}">link to this check</a></p>`,
  ]);
  const mark = accepted === undefined ? '' : html` <span class="tag skipped">accepted</span>`;
  return card(
    {
      kind: 'check',
      tone: verdict,
      verdict,
      id,
      level: 4,
      heading: html`${tag(verdict)}${mark} ${sentence(title)}`,
      about: html`${text(clauses.join(', '), 100)} · ${text(id, 200)}`,
    },
    budget.take(inside),
  );
}

export function clauseText(
  id: string,
  { clauses }: RunReport,
  check: Pick<ReportedCheck, 'verdict'>,
): Html {
  const clause = clauses.find((clause) => clause.id === id);
  if (clause === undefined) return nothing;
  return html`<p class="clause"><strong>${text(id, 60)}</strong> <span class="soft">${levelInWords(clause, check)}</span> ${sentence(clause.text)}</p>${sourceText(clause)}`;
}

export const sourceText = ({ section, judging }: ReportedClause): Html =>
  html`${[
    section === undefined ? '' : html`<p class="soft">Document: ${text(section, 300)}</p>`,
    judging === undefined ? '' : html`<p class="soft">How it is tested: ${sentence(judging)}</p>`,
  ]}`;

/** How often a failure was seen, and which other requests of the check fail. */
export function seenText(check: ReportedCheck): Html {
  const seen = seenInWords(check);
  const also = failsTooInWords(check);
  return html`${[
    seen === undefined ? '' : html`<p class="soft">Seen ${text(seen)}</p>`,
    also === undefined ? '' : html`<p class="soft">Also for ${text(also)}</p>`,
  ]}`;
}

function verdictText(check: ReportedCheck): Html {
  const { verdict, cause, reason, witness, expected, actual } = check;
  const why = cause === null ? (reason ?? '') : `${cause}: ${reason ?? ''}`;
  // `mismatch` shows the expected and the actual result more clearly than the reason, which usually
  // repeats them.
  const reasonText =
    why === '' || (expected !== null && why.includes(expected))
      ? ''
      : html`<p class="reason">${text(why)}</p>`;
  const mismatch = expected === null ? '' : difference(expected, actual ?? '');
  const witnessText = witness === null ? '' : html`<p class="reason">${text(witness)}</p>`;
  return html`${verdict === 'passed' ? '' : reasonText}${mismatch}${seenText(check)}${witnessText}`;
}

function observed({ title, table: rows = [] }: ReportedCheck): Html {
  const shown = rows
    .slice(0, MAX_ROWS)
    .map(({ question, answer }) => [text(question, 300), text(answer, 300)]);
  const more =
    rows.length > MAX_ROWS
      ? html`<p class="soft">… and ${rows.length - MAX_ROWS} more in report.json</p>`
      : '';
  return html`${table(`Observed: ${title}`, ['asked', 'answered'], shown, 'words')}${more}`;
}

/** Shows how to reproduce the result, then the transcript, then how to re-run the check. */
export function commandsOf(check: ReportedCheck): Html {
  const { commands, transcript } = check;
  const again = rerunCommand(check);
  return lines([
    ...(commands.length === 0 ? [] : [command('Reproduce', commands.join('\n'))]),
    ...(transcript === undefined
      ? []
      : [html`${label('Transcript')}${code(text(transcript, 10_000))}`]),
    ...(again === undefined ? [] : [command('Re-run', again)]),
  ]);
}

/**
 * Shows commands, the last exchanges, and the exchanges with which they were compared. A check that
 * passed, was skipped or only observed has no evidence.
 */
function evidenceOf(check: ReportedCheck, { exchanges, header: { startedAt } }: Ledger): Html {
  if (!['failed', 'warning', 'inconclusive'].includes(check.verdict)) return nothing;
  const lastEvents = check.exchanges.slice(-MAX_EXCHANGES).flatMap((id) => exchanges.get(id) ?? []);
  const shown = lastEvents
    .reverse()
    .map((event, index) => exchange(event, index === 0, startedAt, check));
  const comparedEvents = (check.compared ?? []).flatMap((id) => exchanges.get(id) ?? []);
  return lines([
    commandsOf(check),
    ...shown,
    ...(comparedEvents.length === 0 ? [] : [label('Compared with')]),
    ...comparedEvents.map((event) => exchange(event, false, startedAt, check)),
  ]);
}
