import { type Html, html, nothing } from '../../../page/index.js';
import type { LoadReport } from '../../../schema/types.js';
import { figure } from '../../profile/index.js';
import { type Histogram, histogramOf, recordedIn } from '../../record/index.js';

const ROWS = 24;
const SHADES = 8;
const COLUMNS = 150;
const WIDTH = 600;
const HEIGHT = 240;
const LEFT = 60;

/** Response times over time: a column for each interval, a row for each power of times, the darker the more requests. */
export function heatMap({ series }: LoadReport): Html {
  const points = series.points.filter(({ response }) => response.count > 0 && response.histogram !== '');
  if (points.length < 2) return nothing;
  const times = points.map(({ response }) => histogramOf(response));
  const low = Math.max(50, Math.min(...times.map((one) => one.minNonZeroValue)));
  const high = Math.max(low * 2, ...times.map((one) => one.maxValue)) * 1.01;
  const step = Math.max(1, Math.ceil(points.length / COLUMNS));
  const columns = Array.from({ length: Math.ceil(points.length / step) }, (_, at) =>
    countsOf(times.slice(at * step, (at + 1) * step), low, high),
  );
  const most = Math.max(1, ...columns.flat());
  const [width, height] = [(WIDTH - LEFT) / columns.length, (HEIGHT - 20) / ROWS];
  const paths = Array.from({ length: SHADES }, () => '');
  for (const [x, counts] of columns.entries()) {
    for (const [y, count] of counts.entries()) {
      if (count === 0) continue;
      // By the logarithm: a few slow requests show beside many fast ones.
      const shade = Math.min(SHADES - 1, Math.floor((Math.log(count + 1) / Math.log(most + 1)) * SHADES));
      const [left, top] = [LEFT + x * width, HEIGHT - 20 - (y + 1) * height];
      paths[shade] +=
        `M${left.toFixed(1)} ${top.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h-${width.toFixed(1)}z`;
    }
  }
  const labels = [0, ROWS / 2, ROWS].map((row) => {
    const ms = (low * (high / low) ** (row / ROWS)) / 1000;
    return html`<text x="${LEFT - 6}" y="${(HEIGHT - 20 - row * height + (row === 0 ? 0 : 10)).toFixed(1)}" text-anchor="end">${figure(ms, 'ms')}</text>`;
  });
  const [first, last] = [points[0], points.at(-1)];
  const end = ((last?.atMs ?? 0) + (last?.durationMs ?? series.intervalMs)) / 1000;
  const axis = html`<text x="${LEFT}" y="${HEIGHT - 4}">${Math.round((first?.atMs ?? 0) / 1000)} s</text><text x="${WIDTH}" y="${HEIGHT - 4}" text-anchor="end">${Math.round(end)} s</text>`;
  const about = 'How many requests took how long in each interval, the darker the more; both scales are logarithmic.';
  return html`<figure><figcaption><h3>Heat map of response times</h3><p class="soft">${about}</p></figcaption><svg class="heat" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Heat map of response times">${paths.map((d, shade) => html`<path d="${d}" fill-opacity="${((shade + 1) / SHADES).toFixed(2)}"/>`)}${labels}${axis}</svg></figure>`;
}

/** Requests by the logarithm of their time. */
function countsOf(times: readonly Histogram[], low: number, high: number): number[] {
  const counts = Array.from({ length: ROWS }, () => 0);
  for (const histogram of times) {
    for (const [microseconds, count] of recordedIn(histogram)) {
      const at = Math.floor((Math.log(Math.max(low, microseconds) / low) / Math.log(high / low)) * ROWS);
      const row = Math.min(ROWS - 1, at);
      counts[row] = (counts[row] ?? 0) + count;
    }
  }
  return counts;
}
