/** Makes the badge (`badge.svg`) that shows conformance and coverage. */

import type { RunReport } from '../schema/types.js';
import { percent } from './percent.js';

const GREEN = '#14713d';
const RED = '#b3261e';
const AMBER = '#8a5a00';
const GREY = '#566072';
/**
 * The approximate width of a character in pixels. Each text is stretched to the resulting width.
 */
const CHARACTER = 6.6;

/** Contains no text of the target. */
export function badgeReport({ conformance, coverage, verdicts }: RunReport): string {
  const isBroken = (verdicts.failed ?? 0) > 0;
  const parts = [
    ['conformance', GREY],
    [percent(conformance.ratio), colourOf(conformance.ratio, isBroken, RED)],
    ['coverage', GREY],
    [percent(coverage.ratio), colourOf(coverage.ratio, false, AMBER)],
  ] as const;
  let x = 0;
  const shapes = parts.map(([words, colour]) => {
    const width = Math.round(words.length * CHARACTER) + 12;
    const shape = `<rect x="${x}" width="${width}" height="20" fill="${colour}"/><text x="${x + 6}" y="14" textLength="${width - 12}">${words}</text>`;
    x += width;
    return shape;
  });
  const label = `conformance ${percent(conformance.ratio)}, coverage ${percent(coverage.ratio)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${x}" height="20" role="img" aria-label="${label}">
<title>${label}</title>
<clipPath id="round"><rect width="${x}" height="20" rx="3"/></clipPath>
<g clip-path="url(#round)" fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${shapes.join('')}</g>
</svg>
`;
}

/** Green for a complete ratio, grey for no ratio, otherwise the given colour. */
function colourOf(ratio: number | null, isSpoiled: boolean, otherwise: string): string {
  if (ratio === null) return GREY;
  return isSpoiled || ratio < 1 ? otherwise : GREEN;
}
