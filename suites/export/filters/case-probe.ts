import { swapCase } from '../../../src/harness/suite.js';
import { type Criterion, where } from '../../../src/protocol/export/filter.js';
import { textsOf } from '../oracle/column.js';
import { columnsOf } from '../survey/columns.js';
import type { Survey } from '../survey/data.js';

/** A text that the data holds, asked for with its case changed (EXP-FILT-4); undefined where no text has a case. */
export function caseProbe(
  survey: Survey,
  operator: '=' | 'LIKE',
  change: (text: string) => string = swapCase,
): Criterion | undefined {
  for (const column of columnsOf(survey, 'text')) {
    const texts = new Set(textsOf(column));
    const fit = [...texts].filter((text) => change(text) !== text && !/[%_\\[\]]|[^\x20-\x7e]|^\s|\s$/.test(text));
    const chosen = fit.find((text) => !texts.has(change(text))) ?? fit[0];
    if (chosen !== undefined) return where(column.name, operator, change(chosen));
  }
  return undefined;
}

/** The case of the first and of the last letter alone. */
export const swapFirst = (text: string): string => `${swapCase(text.slice(0, 1))}${text.slice(1)}`;
export const swapLast = (text: string): string => `${text.slice(0, -1)}${swapCase(text.slice(-1))}`;
