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

const ACCEPTED = ['~', 'gray'] as const;

/** A check by its mark, its clauses and its title. */
export function headOf(check: ReportedCheck, { paint, tell }: Pen): readonly string[] {
  const [mark, style] = check.accepted === undefined ? MARK[check.verdict] : ACCEPTED;
  const words = `${line(check.clauses.join(', '), 200)}  ${line(check.title, 400)}`;
  return tell(`  ${paint(style, mark)} `, `${words}  ${paint('gray', line(check.id, 200))}`);
}

/** The commands that show a check, to be pasted; each stays on one line. */
export const reproduce = ({ commands }: ReportedCheck): readonly string[] =>
  commands.map(
    (command, index) => `      ${index === 0 ? 'reproduce' : '         '} ${line(command, 4000)}`,
  );

/** Lines of a transcript that a terminal shows of each check. */
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

/** What a target sends is data: on one line, with nothing that a terminal would obey. */
export const line = (text: string, length: number): string =>
  excerpt(text, length).replaceAll('\n', '\\n');
