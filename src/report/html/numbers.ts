/** The section with conformance and coverage in the HTML report. */

import { type Html, html, table } from '../../page/index.js';
import type { RunReport } from '../../schema/types.js';
import { notJudged } from '../gate.js';
import { percent } from '../percent.js';
import { text } from './text.js';

/** The two numbers have different meanings and are never combined. */
export function numbers(report: RunReport): Html {
  const { conformance, coverage } = report;
  const isOpen = notJudged(report).length > 0;
  const rows = Object.entries(coverage.interfaces).map(([name, covered]) => {
    const conforming = conformance.interfaces[name];
    return [
      text(name),
      conforming === undefined
        ? ''
        : share(conforming.passed, conforming.judged, conforming.ratio, 'none tested'),
      share(covered.judged, covered.total, covered.ratio, 'no must clause'),
    ];
  });
  return html`<section aria-labelledby="numbers"><h2 id="numbers">The two numbers</h2>
<div class="numbers">
${number('Conformance', conformance.ratio, isOpen, `${conformance.passed} of ${conformance.judged} tested must clauses pass`)}
${number('Coverage', coverage.ratio, isOpen, `${coverage.judged} of ${coverage.total} must clauses were tested`)}
</div>
${table('Conformance and coverage by interface', ['interface', 'conformance', 'coverage'], rows, 'shares')}
</section>`;
}

const number = (name: string, ratio: number | null, isOpen: boolean, words: string): Html =>
  html`<div class="number"><h3>${name}</h3><p class="figure ${tone(name, ratio, isOpen)}">${percent(ratio)}</p>${bar(ratio)}<p class="soft">${words}</p></div>`;

/** `isOpen`: it is not decided whether the run passes, so 100 % does not count as a success. */
function tone(name: string, ratio: number | null, isOpen: boolean): string {
  if (ratio === null) return 'soft';
  if (ratio === 1) return isOpen ? 'warn' : 'good';
  return name === 'Conformance' ? 'bad' : 'warn';
}

const share = (part: number, whole: number, ratio: number | null, none: string): Html =>
  whole === 0
    ? html`<span class="soft">${none}</span>`
    : html`${bar(ratio)} ${percent(ratio)} <span class="soft">${part} of ${whole}</span>`;

/**
 * Draws a bar. Its width is an attribute, because the content security policy of the page allows no
 * inline styles.
 */
const bar = (ratio: number | null): Html =>
  html`<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="track" width="100" height="6"/><rect class="fill" width="${((ratio ?? 0) * 100).toFixed(1)}" height="6"/></svg>`;
