import type { RunReport } from '../schema/types.js';
import { visible } from './visible.js';

/**
 * The content of `report.json`. Control characters are escaped as in JSON: a parser reads the same
 * text, and a terminal prints the escapes.
 */
export const jsonReport = (report: RunReport): string =>
  `${visible(JSON.stringify(report, null, 2))}\n`;
