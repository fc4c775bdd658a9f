import type { ReportedCheck, RunReport } from '../schema/types.js';

/** What a complaint is part of: the finding's other checks, and the known fault that it looks like; undefined for others. */
export function causeOf({ id }: ReportedCheck, { findings }: RunReport): string | undefined {
  const finding = findings.find(({ checks }) => checks.includes(id));
  if (finding === undefined) return undefined;
  const others = finding.checks.length - 1;
  const part =
    finding.lead !== id
      ? [`one cause with ${finding.lead}`]
      : others > 0
        ? [`explains ${others} other ${others === 1 ? 'check' : 'checks'}`]
        : [];
  const guess = finding.faults.slice(0, 1).map(({ sentence }) => `perhaps: ${sentence}`);
  const words = [...part, ...guess].join('; ');
  return words === '' ? undefined : words;
}
