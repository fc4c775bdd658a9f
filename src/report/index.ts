import { htmlReport } from './html/index.js';
import { junitReport } from './junit.js';
import type { Reporter } from './reporter.js';

export type { Reporter } from './reporter.js';
export { runReport } from './run-report.js';
export { type TerminalOptions, terminalReport } from './terminal.js';

/** The report files of a run, by reporter name: what the file is called and how it is made. */
export const reporters: Readonly<Record<string, Reporter>> = {
  json: { file: 'report.json', make: (report) => `${JSON.stringify(report, null, 2)}\n` },
  html: { file: 'report.html', make: htmlReport },
  junit: { file: 'junit.xml', make: junitReport },
};
