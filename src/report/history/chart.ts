import { type Html, html } from '../../page/index.js';
import type { PastRun } from '../../schema/types.js';
import { percent } from '../percent.js';

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [720, 200, 44, 12, 24];
const RIGHT = WIDTH - 12;

/**
 * Both numbers over two runs or more, as a drawing without style of its own: the policy of the page
 * allows none.
 */
export function chart(runs: readonly PastRun[]): Html {
  const ratios = runs.flatMap(({ conformance, coverage }) => [
    conformance.ratio ?? 1,
    coverage.ratio ?? 1,
  ]);
  // From the tenth below the lowest on, so that a step of one clause can be seen.
  const floor = Math.max(0, Math.min(0.9, Math.floor(Math.min(...ratios) * 10 - 1e-9) / 10));
  const x = (index: number): number =>
    Math.round(LEFT + (index * (RIGHT - LEFT)) / (runs.length - 1));
  const y = (ratio: number): number =>
    Math.round(TOP + ((1 - ratio) / (1 - floor)) * (HEIGHT - TOP - BOTTOM));
  const line = (name: 'conformance' | 'coverage'): Html => {
    const points = runs.flatMap((run, index) => {
      const { ratio } = run[name];
      return ratio === null ? [] : [[x(index), y(ratio), ratio] as const];
    });
    const dots = points.map(
      ([cx, cy, ratio]) =>
        html`<circle cx="${cx}" cy="${cy}" r="3.5"><title>${name} ${percent(ratio)}</title></circle>`,
    );
    return html`<g class="${name}"><polyline points="${points.map(([cx, cy]) => `${cx},${cy}`).join(' ')}"/>${dots}</g>`;
  };
  const scale = [floor, (1 + floor) / 2, 1].map(
    (ratio) =>
      html`<line x1="${LEFT}" x2="${RIGHT}" y1="${y(ratio)}" y2="${y(ratio)}"/><text x="${LEFT - 6}" y="${y(ratio) + 4}" text-anchor="end">${percent(ratio)}</text>`,
  );
  const days = [0, runs.length - 1].map(
    (index) =>
      html`<text x="${x(index)}" y="${HEIGHT - 6}" text-anchor="${index === 0 ? 'start' : 'end'}">${runs[index]?.startedAt.slice(0, 10) ?? ''}</text>`,
  );
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Conformance and coverage over ${runs.length} runs; the table has the figures"><g class="scale">${scale}${days}</g>${line('coverage')}${line('conformance')}</svg>
<p class="legend"><span class="key conformance">●</span> conformance <span class="key coverage">●</span> coverage (dashed)</p>`;
}
