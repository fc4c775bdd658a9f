/** The sections "Dialect" and "Timings" of the HTML report. */

import type { ExchangeEvent, Ledger } from '../../ledger/index.js';
import { type Html, html, nothing, table, tiles } from '../../page/index.js';
import type { RunReport } from '../../schema/types.js';
import { text, time } from './text.js';

/**
 * Shows the dialect: how the target behaves where the document (the specification) allows several
 * ways.
 */
export function dialect({ dialect: settled }: RunReport): Html {
  const rows = Object.entries(settled).flatMap(([name, choices]) =>
    Object.entries(choices).map(([choice, value]) => [
      text(name, 60),
      text(choice, 100),
      value === null
        ? html`<span class="soft">unknown</span>`
        : html`<code>${text(String(value), 200)}</code>`,
    ]),
  );
  if (rows.length === 0) return nothing;
  return html`<section aria-labelledby="dialect"><h2 id="dialect">Dialect</h2>
<p class="soft">How the target behaves where the document allows several behaviours.</p>
${table('Dialect', ['interface', 'subject', 'behaviour'], rows, 'words')}</section>`;
}

/** The maximum number of checks in the table of slow checks. */
const MAX_SLOW = 10;

export function timings(
  { requests, durationMs, checks, interrupted }: RunReport,
  { exchanges }: Ledger,
): Html {
  const durations = [...exchanges.values()]
    .map((exchange) => exchange.durationMs)
    .sort((a, b) => a - b);
  const quantile = (share: number): string => {
    const value = durations[Math.min(durations.length - 1, Math.floor(durations.length * share))];
    return value === undefined ? '–' : time(value);
  };
  const figures: [string, string][] = [
    ['Requests sent', String(requests.sent)],
    ['Responses reused by other checks', String(requests.shared)],
    ['429 responses', String(requests.limited)],
    // The ledger of an interrupted run may lack the duration.
    ['Duration', interrupted && durationMs === 0 ? '–' : time(durationMs)],
    ['Time waited to keep the pace', time(waitingTime([...exchanges.values()]))],
    ['Response time, median', quantile(0.5)],
    ['Response time, p95', quantile(0.95)],
  ];
  const slowest = [...checks].sort((a, b) => b.durationMs - a.durationMs).slice(0, MAX_SLOW);
  const rows = slowest.map(({ id, requests: asked, durationMs: ms }) => [
    html`<a href="#${text(id, 200)}">${text(id, 200)}</a>`,
    String(asked),
    time(ms),
  ]);
  return html`<section class="timings" aria-labelledby="timings"><h2 id="timings">Timings</h2>${tiles(figures)}
${rows.length === 0 ? '' : html`<h3>Slowest checks</h3>`}
${table('Slowest checks', ['check', 'requests', 'duration'], rows)}</section>`;
}

/**
 * Returns the milliseconds during which at least one request waited for its turn. Overlapping waits
 * count once.
 */
export function waitingTime(
  exchanges: readonly Pick<ExchangeEvent, 'atMs' | 'waitedMs'>[],
): number {
  const waits = exchanges
    .map(({ atMs, waitedMs }) => [atMs - waitedMs, atMs] as const)
    .sort((a, b) => a[0] - b[0]);
  let total = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const [from, to] of waits) {
    total += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return total;
}
