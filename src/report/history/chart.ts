import { chart, type Html, html } from '../../page/index.js';
import type { PastRun } from '../../schema/types.js';
import { percent } from '../percent.js';

/**
 * Returns the day on which a run started. The time is added if another run started on the same day.
 */
function startOf({ startedAt }: PastRun, runs: readonly PastRun[]): string {
  const day = startedAt.slice(0, 10);
  const isAlone = runs.filter((run) => run.startedAt.startsWith(day)).length === 1;
  return isAlone ? day : `${day} ${startedAt.slice(11, 16)}`;
}

/**
 * A chart of conformance and coverage over two or more runs. It is stretched to the width of the
 * page, and its labels are text beside it, so that they stay readable on a phone. Positions are
 * attributes, because the content security policy of the page allows no inline styles.
 */
export function historyChart(runs: readonly PastRun[]): Html {
  const ratios = runs.flatMap(({ conformance, coverage }) => [
    conformance.ratio ?? 1,
    coverage.ratio ?? 1,
  ]);
  // The axis begins at the tenth below the lowest value, so that a change of one clause is visible.
  // With `1e-9`, a value that is itself a tenth does not lie on the edge.
  const floor = Math.max(0, Math.min(0.9, Math.floor(Math.min(...ratios) * 10 - 1e-9) / 10));
  const x = (index: number): number => Math.round((index * 1000) / (runs.length - 1));
  const y = (ratio: number): number => Math.round(((1 - ratio) / (1 - floor)) * 1000);
  const line = (name: 'conformance' | 'coverage'): Html => {
    const points = runs.flatMap((run, index) => {
      const { ratio } = run[name];
      return ratio === null ? [] : [[x(index), y(ratio), ratio] as const];
    });
    // A dot is a line of no length with round ends. A circle would be stretched to an ellipse.
    const dots = points.map(
      ([cx, cy, ratio]) =>
        html`<path class="dot" d="M${cx} ${cy}h0"><title>${name} ${percent(ratio)}</title></path>`,
    );
    return html`<g class="${name}"><polyline points="${points.map(([cx, cy]) => `${cx},${cy}`).join(' ')}"/>${dots}</g>`;
  };
  const levels = [1, (1 + floor) / 2, floor];
  const grid = levels.map((ratio) => html`<path d="M0 ${y(ratio)}h1000"/>`);
  const [first, last] = [runs[0], runs.at(-1)].map((run) => (run ? startOf(run, runs) : ''));
  return chart(
    'Conformance and coverage',
    `Over ${runs.length} runs; the table has the figures.`,
    html`<div class="plot"><div class="levels" aria-hidden="true">${levels.map((ratio) => html`<span>${percent(ratio)}</span>`)}</div>
<svg viewBox="0 0 1000 1000" preserveAspectRatio="none" role="img" aria-label="Conformance and coverage over ${runs.length} runs"><g class="grid">${grid}</g>${line('coverage')}${line('conformance')}</svg>
<div class="ends"><span>${first ?? ''}</span><span>${last ?? ''}</span></div></div>
<p class="key-line"><span class="key conformance">●</span> conformance <span class="key coverage">●</span> coverage (dashed)</p>`,
  );
}
