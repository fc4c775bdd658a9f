/** The HTML report (`report.html`). */

import type { Ledger } from '../../ledger/index.js';
import { type Html, html, htmlDocument, note, verdictBox } from '../../page/index.js';
import type { RunReport } from '../../schema/types.js';
import { countsInWords, countsOf } from '../counts.js';
import { interruptionOf } from '../interruption.js';
import { notes } from '../notes.js';
import { percent } from '../percent.js';
import { excerpt } from '../visible.js';
import { checkSections } from './checks.js';
import { clauseCoverage } from './clauses.js';
import { dialect, timings } from './facts.js';
import { findings } from './findings.js';
import { matrix } from './matrix.js';
import { numbers } from './numbers.js';
import { pageBudget } from './page-budget.js';
import { script } from './script.js';
import { style } from './style.js';
import { text } from './text.js';

/**
 * The limit for the evidence of all findings and checks. It keeps the whole page below 2 MB. If the
 * limit is exceeded, evidence of checks is left out first.
 */
const MAX_EVIDENCE_BYTES = 1_200_000;

/** The page works without network, without script and on paper. */
export function htmlReport(report: RunReport, ledger: Ledger): string {
  const name = text(report.target.name, 200);
  const hasFailed = report.checks.some(
    ({ verdict, accepted }) => verdict === 'failed' && accepted === undefined,
  );
  const firstPart = report.findings.length > 0 ? 'findings' : 'checks';
  const evidence = { report, ledger, budget: pageBudget(MAX_EVIDENCE_BYTES) };
  return htmlDocument({
    title: `${hasFailed ? '✗ ' : ''}Assay: ${excerpt(report.target.name, 200)}`,
    style,
    script,
    body: html`<a class="skip" href="#${firstPart}">Skip to the ${firstPart}</a>
<header>
<h1>Conformance of ${name}</h1>
${outcome(report)}
${figures(report)}
${contents(report)}
</header>
<main>
${findings(evidence)}
${about(report)}
${numbers(report)}
${matrix(report)}
${clauseCoverage(report)}
${checkSections(evidence)}
${dialect(report)}
${timings(report, ledger)}
</main>
<p id="said" role="status" class="unseen"></p>
<footer><p>${text(`${report.tool.name} ${report.tool.version}, document ${report.document}, configuration ${report.target.configuration}, seed ${report.seed}`, 300)}</p></footer>`,
  });
}

function outcome(report: RunReport): Html {
  const why = interruptionOf(report);
  const interruption = why === undefined ? '' : html` ${verdictBox('warn', `Interrupted: ${why}`)}`;
  return html`<p>${verdictBox(...outcomeWords(report))}${interruption}</p>`;
}

function outcomeWords(report: RunReport): [tone: string, words: string] {
  const { verdicts, strict } = report;
  const { failed, warnings } = countsOf(report);
  const accepted = (verdicts.failed ?? 0) - failed;
  if (failed > 0) return ['bad', countsInWords(report)];
  if ((verdicts.passed ?? 0) + warnings === 0) return ['warn', 'No check passed'];
  if (accepted > 0) return ['warn', `No check failed except ${accepted} accepted by the baseline`];
  if (warnings > 0) return [strict ? 'bad' : 'warn', countsInWords(report)];
  return ['good', 'No check failed'];
}

function figures({ conformance, coverage, verdicts, startedAt, target }: RunReport): Html {
  const tally = Object.entries(verdicts).flatMap(([name, number]) =>
    number > 0 ? [`${number} ${name}`] : [],
  );
  const at = startedAt.replace('T', ' ').replace(/(:\d\d)(\.\d+)?Z$/, '$1 UTC');
  return html`<p>Conformance <strong>${percent(conformance.ratio)}</strong> · Coverage <strong>${percent(coverage.ratio)}</strong></p>
<p>${text(tally.join(', '), 200)}</p><p class="soft">${text(at, 40)}${target.origin === 'reference' ? ', the embedded reference server' : ''}</p>`;
}

function about(report: RunReport): Html {
  const urls = Object.entries(report.target.interfaces).map(
    ([name, url]) => html`<div><dt>${text(name, 60)}</dt><dd>${text(url, 300)}</dd></div>`,
  );
  const items = notes(report).map(
    ([name, line]) => html`<p><strong>${text(name, 60)}:</strong> ${text(line, 700)}</p>`,
  );
  return html`<section class="about" aria-label="About this run">${items.length === 0 ? '' : note(items)}
<details><summary>Base URLs</summary><dl class="urls">${urls}</dl></details></section>`;
}

const PARTS = [
  ['findings', 'Findings'],
  ['numbers', 'Numbers'],
  ['matrix', 'Topics'],
  ['clauses', 'Clauses'],
  ['checks', 'Checks'],
  ['dialect', 'Dialect'],
  ['timings', 'Timings'],
] as const;

const contents = ({ dialect: settled, findings: found }: RunReport): Html =>
  html`<nav aria-label="Parts of this report"><ul>${PARTS.filter(
    ([id]) =>
      (id !== 'dialect' || Object.keys(settled).length > 0) &&
      (id !== 'findings' || found.length > 0),
  ).map(([id, words]) => html`<li><a href="#${id}">${words}</a></li>`)}</ul></nav>`;
