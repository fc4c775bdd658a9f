import type { RunReport } from '../schema/types.js';
import { junitReport } from './junit.js';

export { runReport } from './run-report.js';
export { type TerminalOptions, terminalReport } from './terminal.js';

/** The report files of a run, by reporter name: what the file is called and how it is made. */
export const reporters: Readonly<
  Record<string, { readonly file: string; readonly make: (report: RunReport) => string }>
> = {
  json: { file: 'report.json', make: (report) => `${JSON.stringify(report, null, 2)}\n` },
  junit: { file: 'junit.xml', make: junitReport },
};
