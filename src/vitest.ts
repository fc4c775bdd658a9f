/** The Vitest entry: declares a test for every check or client scenario. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientsSuite, scenarios } from '../suites/clients/index.js';
import { suites as ours } from '../suites/index.js';
import { withOwnSchemas } from '../suites/own/index.js';
import { type JudgeClientOptions, judgeClient, type World } from './client.js';
import { diagnose } from './diagnosis/index.js';
import { type Check, runSuites, type Suite } from './harness/index.js';
import { foldLedger, type LedgerEvent, type VerdictEvent } from './ledger/index.js';
import { type Reference, startReference } from './reference/index.js';
import { type Gate, gateOf, runReport } from './report/index.js';
import { loadTarget, type Target, targetFrom, UsageError } from './settings/index.js';
import { conclude } from './vitest/conclude.js';
import { type ReportFiles, writeReports } from './vitest/write-reports.js';

export interface ConformanceOptions {
  /** Default: the four interfaces. */
  readonly suites?: readonly Suite[];
  /**
   * The target, or a function that starts it. Default: `assay.target.json` in the working
   * directory, or else the environment. If neither names a target, the tests fail and say so.
   */
  readonly target?: Target | (() => Target | Promise<Target>);
  /** Tests the embedded reference server. Default false. */
  readonly reference?: boolean;
  /** Default: all checks. */
  readonly wanted?: (check: Check) => boolean;
  /** Whether a warning fails its test, and an unstable target fails the gate. Default false. */
  readonly strict?: boolean;
  /** For all random choices. Default 1. */
  readonly seed?: number;
  readonly allowDestructive?: boolean;
  readonly maxRequests?: number;
  /** From 0 to 1. Default: half of each interface. */
  readonly minCoverage?: number;
  /** False runs the checks even if an address or a credential seems wrong. Default true. */
  readonly preflight?: boolean;
  /** Where the ledger and the reports of the run are written. Default: nowhere. */
  readonly reports?: ReportFiles;
}

/**
 * Declares a Vitest test for every check, and one test for the gate (the pass-or-fail decision of
 * the run). The test of a check passes, fails, or is skipped with its reason. The gate also fails
 * if a planned must clause has no verdict. One run tests all checks, so that identical requests are
 * sent once.
 */
export function conformance(options: ConformanceOptions = {}): void {
  const { suites = ours } = options;
  const {
    wanted = () => true,
    strict = false,
    seed = 1,
    allowDestructive = false,
    maxRequests,
  } = options;
  const verdicts = new Map<string, VerdictEvent>();
  let gate: Gate | undefined;
  let reference: Reference | undefined;

  const targetOf = async (): Promise<Target> => {
    if (options.reference) {
      reference = await startReference();
      return targetFrom(reference.target, 'reference');
    }
    if (typeof options.target === 'function') return options.target();
    const configured =
      options.target ?? loadTarget({ environment: process.env, cwd: process.cwd() });
    if (configured !== undefined) return configured;
    throw new UsageError(
      'No target is named: pass one to conformance(), write assay.target.json, or set variables such as EXPORT_BASE_URL. conformance({ reference: true }) tests the embedded server.',
    );
  };

  describe('conformance', () => {
    beforeAll(async () => {
      const events: LedgerEvent[] = [];
      const target = await targetOf();
      await runSuites(withOwnSchemas(suites, target), target, {
        wanted,
        seed,
        strict,
        allowDestructive,
        maxRequests,
        minCoverage: options.minCoverage ?? target.gate?.minCoverage,
        preflight: options.preflight ?? true,
        toolVersion: 'vitest',
        diagnose,
        record: (event) => void events.push(event),
      });
      const ledger = foldLedger(events);
      for (const verdict of ledger.verdicts) verdicts.set(verdict.check, verdict);
      gate = gateOf(runReport(ledger));
      if (options.reports !== undefined) writeReports(events, options.reports);
    }, 600_000);
    afterAll(async () => {
      await reference?.close();
    });

    it('the gate: no failures, and all planned checks have a verdict', () => {
      expect(gate, 'the run was completed').toBeDefined();
      if (gate?.outcome !== 'holds') expect.fail(gate?.messages.join('\n') ?? '');
    });

    for (const suite of suites) {
      const checks = suite.checks.filter(wanted);
      if (checks.length === 0) continue;
      describe(suite.interface, () => {
        for (const check of checks) {
          it(`${check.clauses.join(', ')} ${check.title} (${check.id})`, (test) =>
            conclude(test, verdicts.get(check.id), { suites, strict }));
        }
      });
    }
  });
}

/**
 * Declares a Vitest test for every scenario of a client in this process, and one test for the gate.
 * The client is called once for each scenario. It throws `NotImplemented` (of `assay/client`) for a
 * task that it does not implement.
 */
export function clientConformance(
  client: (world: World) => Promise<void>,
  options: JudgeClientOptions = {},
): void {
  const { wanted = () => true, strict = false } = options;
  const verdicts = new Map<string, VerdictEvent>();
  let gate: Gate | undefined;
  describe('client conformance', () => {
    beforeAll(async () => {
      const judgement = await judgeClient(client, {
        ...options,
        record(event) {
          if (event.type === 'verdict') verdicts.set(event.check, event);
          options.record?.(event);
        },
      });
      gate = judgement.gate;
    }, 600_000);

    it('the gate: no failures, and all planned checks have a verdict', () => {
      expect(gate, 'the run was completed').toBeDefined();
      if (gate?.outcome !== 'holds') expect.fail(gate?.messages.join('\n') ?? '');
    });

    for (const { id, clauses, title } of scenarios.filter(wanted))
      it(`${clauses.join(', ')} ${title} (${id})`, (test) =>
        conclude(test, verdicts.get(id), { suites: [clientsSuite], strict }));
  });
}
