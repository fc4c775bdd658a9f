import type { RunReport } from '../schema/types.js';
import { visible } from './visible.js';

/**
 * `report.json`. A character that a terminal would obey is escaped as JSON does it, so that what is
 * read stays the same.
 */
export const jsonReport = (report: RunReport): string =>
  `${visible(JSON.stringify(report, null, 2))}\n`;
