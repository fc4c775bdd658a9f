/** The functions and types that other programs import from Assay. */

import { suites } from '../suites/index.js';
import { type Check, runSuites, type Suite } from './harness/index.js';
import type { LedgerEvent, VerdictEvent } from './ledger/index.js';
import type { Target } from './settings/index.js';

export { suites } from '../suites/index.js';
export * from './harness/index.js';
export { Answer, type Header, type Request, type SendOptions } from './http/index.js';
export { quoted } from './http/shell.js';
export {
  foldLedger,
  type Ledger,
  type LedgerEvent,
  openLedger,
  readLedger,
  type VerdictEvent,
} from './ledger/index.js';
export { type OpenApi, openApiDocument } from './openapi/index.js';
export {
  DEFECTS,
  type Reference,
  type ReferenceOptions,
  startReference,
} from './reference/index.js';
export {
  type Gate,
  type GateOptions,
  gateOf,
  reporters,
  runReport,
  terminalReport,
} from './report/index.js';
export type { RunReport } from './schema/types.js';
export { checkSchema, describeProblems, type SchemaName } from './schema/validate.js';
export {
  loadTarget,
  type OtherTarget as OtherSettings,
  type Target,
  type TargetFile,
  targetFrom,
  UsageError,
} from './settings/index.js';

export const checks: readonly Check[] = suites.flatMap((suite) => suite.checks);

export interface JudgeOneOptions {
  /** Default 1. */
  readonly seed?: number;
  /** Allows a destructive check, if the target allows it, too. Default false. */
  readonly allowDestructive?: boolean;
  /**
   * Called with every exchange, and with every event that contains facts about the target. The
   * events contain no secrets.
   */
  readonly record?: (event: LedgerEvent) => void;
}

/**
 * Runs one check on a target, as `run --check` does. Throws only for internal errors. Each call
 * sends all of its requests. To run many checks and send identical requests once, use `runSuites`.
 */
export async function judge(
  check: Check,
  target: Target,
  options: JudgeOneOptions = {},
): Promise<VerdictEvent> {
  const { seed = 1, allowDestructive = false, record } = options;
  const suite: Suite = suites.find(({ checks }) => checks.includes(check)) ?? {
    interface: check.interface,
    clauses: {},
    checks: [check],
    preparation: 0,
    ...(check.judge === undefined ? {} : { rules: check.judge }),
  };
  let verdict: VerdictEvent | undefined;
  await runSuites([suite], target, {
    seed,
    allowDestructive,
    toolVersion: 'library',
    wanted: (one) => one === check,
    record(event) {
      if (event.type === 'verdict') verdict = event;
      if (event.type === 'exchange' || event.type === 'survey') record?.(event);
    },
  });
  if (verdict === undefined) throw new Error(`${check.id} has no verdict`);
  return verdict;
}
