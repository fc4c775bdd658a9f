/** The section about findings in the HTML report. */

import { card, type Html, html, joined, lines, nothing } from '../../page/index.js';
import type { ReportedCheck, ReportedFinding } from '../../schema/types.js';
import { explanationOf, hasCause, sameBodyOf } from '../cause.js';
import { excerpt } from '../visible.js';
import { clauseText, commandsOf, type Evidence, seenText } from './check.js';
import { difference } from './difference.js';
import { count, sentence, text } from './text.js';
import { timeline } from './timeline.js';
import { tag } from './verdicts.js';

/** The maximum number of checks to which a finding links. */
const MAX_LINKS = 12;
/** The maximum number of characters of a heading. Five findings must fit on the first screen. */
const MAX_HEADING = 130;

/**
 * Shows the findings, the most serious first. Each finding has an id to which a URL can link. The
 * cards are folded, unless there is only one.
 */
export function findings(evidence: Evidence): Html {
  const { findings: found, checks } = evidence.report;
  if (found.length === 0) return nothing;
  const cards = found.flatMap((finding, index) => {
    const lead = checks.find(({ id }) => id === finding.lead);
    return lead === undefined ? [] : [findingCard(finding, lead, index + 1, evidence)];
  });
  return html`<section aria-labelledby="findings"><h2 id="findings">Findings</h2>
${lines(cards)}
</section>`;
}

function findingCard(
  finding: ReportedFinding,
  lead: ReportedCheck,
  number: number,
  evidence: Evidence,
): Html {
  const { verdict, clause, clauses, expected, actual } = finding;
  const inside = lines([
    clauseText(clause, evidence.report, finding),
    expected === null ? '' : difference(expected, actual ?? ''),
    seenText(lead),
    sameBody(finding),
    cause(finding),
    checksOf(finding),
    commandsOf(lead),
    timeline(finding, evidence),
  ]);
  const others = clauses.length > 1 ? ` and ${count(clauses.length - 1, 'other clause')}` : '';
  return card(
    {
      kind: 'finding',
      tone: verdict,
      id: `finding-${number}`,
      level: 3,
      open: evidence.report.findings.length === 1,
      heading: html`${tag(verdict)} ${sentence(excerpt(finding.title, MAX_HEADING))}`,
      about: html`${text(clause, 60)}${others} · ${count(finding.checks.length, 'check')} · ${count(finding.responses, 'response')}`,
    },
    evidence.budget.take(inside),
  );
}

function sameBody(finding: ReportedFinding): Html {
  const words = sameBodyOf(finding);
  return words === undefined
    ? nothing
    : html`<p class="reason"><strong>Same body:</strong> ${sentence(words)}</p>`;
}

function cause(finding: ReportedFinding): Html {
  const words = explanationOf(finding);
  return words === undefined
    ? nothing
    : html`<p class="reason"><strong>${finding.faults.length > 0 ? 'Explains:' : 'In common:'}</strong> ${sentence(words)}</p>`;
}

function checksOf(finding: ReportedFinding): Html {
  const { checks } = finding;
  if (checks.length === 1) return nothing;
  const links = checks.slice(0, MAX_LINKS).map((id) => html`<a href="#${id}">${text(id, 200)}</a>`);
  const more = checks.length > MAX_LINKS ? ` and ${checks.length - MAX_LINKS} more` : '';
  const words = hasCause(finding) ? 'Explains' : 'Failing together:';
  return html`<p class="reason">${words} ${count(checks.length, 'check')}: ${joined(links, ', ')}${more}</p>`;
}
