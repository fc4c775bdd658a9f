/** Makes the badge (`badge.svg`) that shows conformance and coverage. */

import type { RunReport } from '../schema/types.js';
import { notJudged } from './gate.js';
import { percent } from './percent.js';

const GREEN = '#14713d';
const RED = '#b3261e';
const AMBER = '#8a5a00';
const GREY = '#566072';
/**
 * The approximate width of a character in pixels. The SVG stretches each text to its calculated
 * width.
 */
const CHARACTER_WIDTH = 6.6;

/**
 * Returns the badge as SVG. It contains only fixed words and percentages. A run that reached no
 * decision is not green.
 */
export function badgeReport(report: RunReport): string {
  const { conformance, coverage, verdicts } = report;
  const hasFailures = (verdicts.failed ?? 0) > 0;
  const isOpen = notJudged(report).length > 0;
  const conformanceColour =
    isOpen && !hasFailures ? AMBER : colourOf(conformance.ratio, hasFailures, RED);
  const parts: readonly (readonly [words: string, colour: string])[] = [
    ...(isOpen ? [['not judged', AMBER] as const] : []),
    ['conformance', GREY],
    [percent(conformance.ratio), conformanceColour],
    ['coverage', GREY],
    [percent(coverage.ratio), isOpen ? AMBER : colourOf(coverage.ratio, false, AMBER)],
  ];
  let x = 0;
  const shapes = parts.map(([words, colour]) => {
    const width = Math.round(words.length * CHARACTER_WIDTH) + 12;
    const shape = `<rect x="${x}" width="${width}" height="20" fill="${colour}"/><text x="${x + 6}" y="14" textLength="${width - 12}">${words}</text>`;
    x += width;
    return shape;
  });
  const label = `${isOpen ? 'not judged, ' : ''}conformance ${percent(conformance.ratio)}, coverage ${percent(coverage.ratio)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${x}" height="20" role="img" aria-label="${label}">
<title>${label}</title>
<clipPath id="round"><rect width="${x}" height="20" rx="3"/></clipPath>
<g clip-path="url(#round)" fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${shapes.join('')}</g>
</svg>
`;
}

/**
 * Grey if there is no ratio, and green for 100 % without failures. Otherwise the colour is
 * `otherwise`.
 */
function colourOf(ratio: number | null, hasFailures: boolean, otherwise: string): string {
  if (ratio === null) return GREY;
  return hasFailures || ratio < 1 ? otherwise : GREEN;
}
