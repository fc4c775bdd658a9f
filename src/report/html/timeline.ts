/** The exchanges of a finding in chronological order. */

import { type Html, html, label, lines, nothing } from '../../page/index.js';
import type { ReportedCheck, ReportedFinding } from '../../schema/types.js';
import type { Evidence } from './check.js';
import { exchange } from './exchange.js';
import { text } from './text.js';

/** The maximum number of steps of the clearest check. */
const MAX_OWN_STEPS = 6;
/** The maximum number of steps of all checks of the finding. */
const MAX_STEPS = 8;

export function timeline(
  { checks: ids, lead }: ReportedFinding,
  { report, ledger }: Evidence,
): Html {
  const checks = ids.flatMap((id) => report.checks.find((check) => check.id === id) ?? []);
  const own = checks.find(({ id }) => id === lead)?.exchanges.slice(-MAX_OWN_STEPS) ?? [];
  const decisive = checks.flatMap(({ exchanges }) => exchanges.slice(-1));
  const chosen = [...new Set([...own, ...decisive])].slice(0, MAX_STEPS);
  const steps = chosen
    .flatMap((id) => ledger.exchanges.get(id) ?? [])
    .sort((a, b) => a.atMs - b.atMs || a.id - b.id)
    .map(
      (event) =>
        html`<li>${expectations(checks, event.id)}${exchange(event, event.id === own.at(-1), report.startedAt, decidedBy(checks, event.id))}</li>`,
    );
  return steps.length === 0
    ? nothing
    : html`${label('Requests in order')}<ol class="timeline">${lines(steps)}</ol>`;
}

/**
 * The expected results of the checks whose verdicts this exchange decided. An exchange that decided
 * no verdict is an earlier step of the clearest check, and is shown as a control.
 */
function expectations(checks: readonly ReportedCheck[], id: number): Html {
  const decided = checks.filter(({ exchanges }) => exchanges.at(-1) === id);
  const expectations = [
    ...new Set(decided.map(({ expected, reason }) => expected ?? reason ?? '')),
  ].filter(Boolean);
  if (expectations.length === 0)
    return html`<p class="soft">control: later responses are compared with this response</p>`;
  return html`${expectations.slice(0, 2).map((words) => html`<p><span class="soft">expected</span> ${text(words, 300)}</p>`)}`;
}

const decidedBy = (checks: readonly ReportedCheck[], id: number): ReportedCheck | undefined =>
  checks.find(({ exchanges }) => exchanges.at(-1) === id);
