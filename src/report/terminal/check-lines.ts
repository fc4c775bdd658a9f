/** The lines of a check in the terminal report. */

import type { ReportedCheck } from '../../schema/types.js';
import type { Pen, Style } from '../pen.js';
import { excerpt } from '../visible.js';

/** The mark and the colour of each verdict. */
export const MARK: Readonly<Record<ReportedCheck['verdict'], readonly [string, Style]>> = {
  failed: ['✗', 'red'],
  warning: ['!', 'yellow'],
  passed: ['✓', 'green'],
  observed: ['·', 'cyan'],
  skipped: ['-', 'gray'],
  inconclusive: ['?', 'magenta'],
};

/** The mark and the colour of a failure that the baseline accepts. */
const ACCEPTED = ['~', 'gray'] as const;

/** A check with its mark, clauses and title. */
export function headOf(check: ReportedCheck, { paint, wrap }: Pen): readonly string[] {
  const [mark, style] = check.accepted === undefined ? MARK[check.verdict] : ACCEPTED;
  const words = `${line(check.clauses.join(', '), 200)}  ${line(check.title, 400)}`;
  return wrap(`  ${paint(style, mark)} `, `${words}  ${paint('gray', line(check.id, 200))}`);
}

/** The commands that reproduce a check. Each stays on one line, so that it can be pasted. */
export const reproduce = ({ commands }: ReportedCheck): readonly string[] =>
  commands.map(
    (command, index) => `      ${index === 0 ? 'reproduce' : '         '} ${line(command, 4000)}`,
  );

/** The number of lines of a transcript that a terminal shows. */
const TRANSCRIPT = 24;

/** The transcript of a client and the servers. */
export function transcript({ transcript: text }: ReportedCheck): readonly string[] {
  if (text === undefined) return [];
  const lines = text.split('\n');
  const more = lines.length - TRANSCRIPT;
  return [
    ...lines.slice(0, TRANSCRIPT).map((text) => `      ${line(text, 240)}`),
    ...(more > 0 ? [`        … ${more} more lines are in the reports`] : []),
  ];
}

/** A text of the target on one line, without characters that a terminal would obey. */
export const line = (text: string, length: number): string =>
  excerpt(text, length).replaceAll('\n', '\\n');
