/** The lines of a check in the terminal report. */

import type { ReportedCheck } from '../../schema/types.js';
import type { Pen, Style } from '../pen.js';
import { excerpt } from '../visible.js';

export const MARK: Readonly<Record<ReportedCheck['verdict'], readonly [string, Style]>> = {
  failed: ['✗', 'red'],
  warning: ['!', 'yellow'],
  passed: ['✓', 'green'],
  observed: ['·', 'cyan'],
  skipped: ['-', 'gray'],
  inconclusive: ['?', 'magenta'],
};

/** The mark of a failure that the baseline accepts. */
const ACCEPTED = ['~', 'gray'] as const;

export function headOf(check: ReportedCheck, { paint, wrap }: Pen): readonly string[] {
  const [mark, style] = check.accepted === undefined ? MARK[check.verdict] : ACCEPTED;
  const words = `${line(check.clauses.join(', '), 200)}  ${line(check.title, 400)}`;
  return wrap(`  ${paint(style, mark)} `, `${words}  ${paint('gray', line(check.id, 200))}`);
}

/** Each command stays on one line, so that it can be pasted. */
export const commandLines = ({ commands }: ReportedCheck): readonly string[] =>
  commands.map(
    (command, index) => `      ${index === 0 ? 'reproduce' : '         '} ${line(command, 4000)}`,
  );

/** The maximum number of lines of a transcript. */
const MAX_TRANSCRIPT = 24;

export function transcript({ transcript: text }: ReportedCheck): readonly string[] {
  if (text === undefined) return [];
  const lines = text.split('\n');
  const more = lines.length - MAX_TRANSCRIPT;
  return [
    ...lines.slice(0, MAX_TRANSCRIPT).map((one) => `      ${line(one, 240)}`),
    ...(more > 0 ? [`        … ${more} more lines are in the reports`] : []),
  ];
}

/**
 * Shortens text and writes it on one line. Line breaks and control characters that the target sent
 * must not affect the terminal.
 */
export const line = (text: string, length: number): string =>
  excerpt(text, length).replaceAll('\n', '\\n');
