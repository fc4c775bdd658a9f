/** The list of all checks in the HTML report. */

import { type Html, html, lines } from '../../page/index.js';
import type { ReportedCheck } from '../../schema/types.js';
import { skipReasons } from '../skip-reasons.js';
import { checkCard, type Evidence } from './check.js';
import { count, text } from './text.js';
import { VERDICT_NAMES, VERDICTS, type VerdictName } from './verdicts.js';

/** The form is hidden until the script of the page makes it work. */
export function checkSections(evidence: Evidence): Html {
  const { checks } = evidence.report;
  const withVerdict = (verdict: VerdictName): readonly ReportedCheck[] =>
    checks.filter((check) => check.verdict === verdict);
  const present = VERDICT_NAMES.filter((verdict) => withVerdict(verdict).length > 0);
  const buttons = present.map(
    (verdict) =>
      html`<button type="button" class="${verdict}" data-show="${verdict}" aria-pressed="false"><span aria-hidden="true">${VERDICTS[verdict].mark}</span> ${verdict} ${withVerdict(verdict).length}</button>`,
  );
  return html`<section aria-labelledby="checks"><h2 id="checks">Checks</h2>
<form id="filter" role="search" aria-label="Filter checks" hidden>
<label for="query">Filter</label> <input id="query" type="search" autocomplete="off" spellcheck="false" placeholder="id, clause or text">
<div role="group" aria-label="Show only these verdicts">${lines(buttons)}</div>
<p id="found" role="status" class="soft"></p>
<p class="soft keys"><kbd>/</kbd> filter, <kbd>j</kbd> <kbd>k</kbd> next and previous</p>
<button type="button" id="clear" hidden>Show all</button>
</form>
${lines(present.map((verdict) => group(verdict, withVerdict(verdict), evidence)))}
</section>`;
}

/** Groups that need attention are unfolded. */
function group(verdict: VerdictName, checks: readonly ReportedCheck[], evidence: Evidence): Html {
  const { heading, about, open } = VERDICTS[verdict];
  return html`<details class="group" id="verdict-${verdict}"${open ? ' open' : ''}>
<summary><h3>${heading} <span class="soft">${checks.length}</span></h3></summary>
<p class="soft">${about}</p>
${verdict === 'skipped' ? byCause(checks, evidence) : cards(checks, evidence)}
</details>`;
}

const cards = (checks: readonly ReportedCheck[], evidence: Evidence): Html =>
  lines(checks.map((check) => checkCard(check, evidence)));

function byCause(checks: readonly ReportedCheck[], evidence: Evidence): Html {
  const causes = [...new Set(checks.map(({ cause }) => cause))];
  return lines(
    causes.map((cause) => {
      const selected = checks.filter((check) => check.cause === cause);
      const title = html`${text(cause ?? 'without cause', 40)}: ${count(selected.length, 'check')}`;
      const reasons = skipReasons(selected).map(
        ([why, number]) => html`<p class="soft">${number} × ${text(why, 300)}</p>`,
      );
      return html`<div class="cause"><p class="name">${title}</p>${lines(reasons)}${folded(selected, evidence)}</div>`;
    }),
  );
}

/** If more checks than this were skipped for the same cause, they are folded. */
const MAX_UNFOLDED = 5;

/**
 * Folds checks that were skipped for the same cause, because each of them contains little
 * information.
 */
function folded(checks: readonly ReportedCheck[], evidence: Evidence): Html {
  if (checks.length <= MAX_UNFOLDED) return cards(checks, evidence);
  return html`<details class="each"><summary>${count(checks.length, 'check')}</summary>${cards(checks, evidence)}</details>`;
}
