import type { RunReport } from '../src/schema/types.js';

/** The share of the combinations of conditions that the generated requests say they cover. */
export function broughtTogether(checks: RunReport['checks'], what: string): number {
  const { witness } = checks.find(({ id }) => id === 'export.filter.paged') ?? {};
  const [, covered, total] = new RegExp(`(\\d+) of (\\d+) ${what}`).exec(witness ?? '') ?? [];
  return Number(covered) / Number(total);
}
