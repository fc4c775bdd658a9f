/** All reports of a run, by name. */

export { accepts } from './accepted.js';
export { countsInWords, countsOf } from './counts.js';

import type { RunReport } from '../schema/types.js';
import { badgeReport } from './badge.js';
import { ctrfReport } from './ctrf.js';
import { githubReport } from './github.js';
import { harReport } from './har.js';
import { htmlReport } from './html/page.js';
import { httpReport } from './http.js';
import { jsonReport } from './json.js';
import { junitReport } from './junit.js';
import { markdownReport } from './markdown.js';
import type { Reporter } from './reporter.js';
import { sarifReport } from './sarif.js';
import { vendorHtml } from './vendor/html.js';
import { vendorMarkdown } from './vendor/markdown.js';

export { compareRuns } from './comparison/compare-runs.js';
export { comparisonHtml } from './comparison/comparison-html.js';
export { comparisonText } from './comparison/comparison-text.js';
export { type Gate, type GateOptions, gateOf } from './gate.js';
export { historyHtml } from './history/history-html.js';
export { historyMarkdown } from './history/history-markdown.js';
export { historyOf } from './history/history-of.js';
export { jsonReport } from './json.js';
export { matrixHtml } from './matrix/matrix-html.js';
export { matrixMarkdown } from './matrix/matrix-markdown.js';
export { matrixOf } from './matrix/matrix-of.js';
export type { NamedRun } from './named-run.js';
export type { Reporter } from './reporter.js';
export { runReport } from './run-report.js';
export { skipReasons } from './skip-reasons.js';
export { terminalReport } from './terminal/terminal.js';

/** The reporters by name. */
export const reporters: Readonly<Record<string, Reporter>> = {
  json: { file: 'report.json', make: jsonReport },
  html: { file: 'report.html', make: htmlReport },
  junit: { file: 'junit.xml', make: junitReport },
  ctrf: { file: 'ctrf.json', make: ctrfReport },
  sarif: { file: 'results.sarif', make: sarifReport },
  markdown: { file: 'summary.md', make: markdownReport },
  vendor: { file: 'vendor.md', make: vendorMarkdown },
  'vendor-html': { file: 'vendor.html', make: vendorHtml },
  har: { file: 'run.har', make: harReport, onlyNamed: true },
  http: { file: 'findings.http', make: httpReport, onlyNamed: true },
  badge: { file: 'badge.svg', make: badgeReport },
};

/** The names of the reporters that are used if the user names none. */
export const usualReporters: readonly string[] = Object.entries(reporters).flatMap(
  ([name, { onlyNamed }]) => (onlyNamed ? [] : [name]),
);

/** Reporters whose text is printed on stdout instead of written to a file, by name. */
export const printers: Readonly<Record<string, (report: RunReport) => string>> = {
  github: githubReport,
};
