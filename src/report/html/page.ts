/** The HTML report (`report.html`). */

import type { Ledger } from '../../ledger/index.js';
import { type Html, html, htmlDocument, note, nothing, verdictBox } from '../../page/index.js';
import type { RunReport } from '../../schema/types.js';
import { countsInWords, countsOf } from '../counts.js';
import { type Gate, gateInWords, gateOf, notJudged } from '../gate.js';
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
  const { outcome: gate } = gateOf(report);
  const firstPart = report.findings.length > 0 ? 'findings' : 'checks';
  const evidence = { report, ledger, budget: pageBudget(MAX_EVIDENCE_BYTES) };
  return htmlDocument({
    title: `${SIGNS[gate]}Assay: ${excerpt(report.target.name, 200)}`,
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

/** Signs before the title of the page, so that a browser tab shows whether the gate holds. */
const SIGNS: Readonly<Record<Gate['outcome'], string>> = {
  holds: '',
  broken: '✗ ',
  unjudged: '? ',
  interrupted: '? ',
};

/** The gate comes first, because the numbers say nothing about what was not judged. */
function outcome(report: RunReport): Html {
  const { outcome: gate, messages } = gateOf(report);
  const tone = gate === 'holds' ? 'good' : 'bad';
  const rest = messages.slice(1).map((line) => html`<li>${text(line.trim(), 400)}</li>`);
  const list = rest.length === 0 ? '' : html`<ul class="soft">${rest}</ul>`;
  return html`<p>${verdictBox(tone, text(gateInWords(report), 400))} ${verdictBox(...outcomeWords(report))}</p>${list}`;
}

function outcomeWords(report: RunReport): [tone: string, words: string] {
  const { verdicts, strict } = report;
  const { failed, warnings } = countsOf(report);
  const accepted = (verdicts.failed ?? 0) - failed;
  if (failed > 0) return ['bad', countsInWords(report)];
  if ((verdicts.passed ?? 0) + warnings === 0) return ['warn', 'No check passed'];
  if (accepted > 0) return ['warn', `No check failed except ${accepted} accepted by the baseline`];
  if (warnings > 0) return [strict ? 'bad' : 'warn', countsInWords(report)];
  return [notJudged(report).length > 0 ? 'warn' : 'good', 'No check failed'];
}

function figures(report: RunReport): Html {
  const { conformance, coverage, verdicts, startedAt, target } = report;
  const tally = Object.entries(verdicts).flatMap(([name, number]) =>
    number > 0 ? [`${number} ${name}`] : [],
  );
  const at = startedAt.replace('T', ' ').replace(/(:\d\d)(\.\d+)?Z$/, '$1 UTC');
  return html`<p>Conformance <strong>${percent(conformance.ratio)}</strong> · Coverage <strong>${percent(coverage.ratio)}</strong></p>
<p>${text(tally.join(', '), 200)}</p>${openClauses(report)}<p class="soft">${text(at, 40)}${target.origin === 'reference' ? ', the embedded reference server' : ''}</p>`;
}

/**
 * The must clauses without a verdict, because the two numbers do not name them. Clauses of the
 * suite *own* (`OWN-`) come from the target file, not from the document, so they are left out.
 */
function openClauses({ clauses, notConfigured }: RunReport): Html {
  const must = clauses.filter(({ id, level }) => level === 'must' && !id.startsWith('OWN-'));
  const open = must.filter(({ verdict }) => verdict === 'skipped' || verdict === 'inconclusive');
  const names = notConfigured.map(({ interface: name }) => name);
  const untested = names.length === 0 ? '' : html` Not configured: ${text(names.join(', '), 200)}.`;
  if (open.length === 0) return names.length === 0 ? nothing : html`<p>${untested}</p>`;
  const listed = open.slice(0, MAX_OPEN).map(({ id }) => id);
  const rest = open.length > MAX_OPEN ? ` and ${open.length - MAX_OPEN} more` : '';
  return html`<p>Not judged: <a href="#clauses">${open.length} of ${must.length} must clauses</a> (${text(listed.join(', '), 200)}${rest}).${untested}</p>`;
}

/** The maximum number of clauses that are named at the top of the page. */
const MAX_OPEN = 4;

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
