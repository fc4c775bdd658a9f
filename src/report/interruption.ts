import type { RunReport } from '../schema/types.js';
import { excerpt } from './visible.js';

const CAUSES = {
  quota: 'by a quota of the target',
  'no-progress': 'without progress',
} as const;

/** Says why a run is incomplete, without a full stop; undefined for a complete run. */
export function interruptionOf({
  interrupted,
  interruption,
}: Pick<RunReport, 'interrupted' | 'interruption'>): string | undefined {
  if (!interrupted) return undefined;
  if (interruption === undefined) return 'the run is incomplete';
  const { cause, reason } = interruption;
  return `the run is incomplete, ended ${CAUSES[cause]}: ${excerpt(reason, 600)}`;
}
