/**
 * The module `assay/vitest`. Declares a Vitest test for every check of a server, or for every
 * scenario of an API client.
 */

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
  /** The suites to run. Default: the suites of all interfaces. */
  readonly suites?: readonly Suite[];
  /**
   * The target, or a function that starts it. Default: `assay.target.json` in the working
   * directory, or else the environment. If no target is found, the tests fail with a message.
   */
  readonly target?: Target | (() => Target | Promise<Target>);
  /** Tests the embedded reference server. Default false. */
  readonly reference?: boolean;
  /** Selects the checks to run. Default: all checks. */
  readonly wanted?: (check: Check) => boolean;
  /**
   * Whether the test of a check with a warning fails, and whether the gate fails if responses came
   * only on a retry. Default false.
   */
  readonly strict?: boolean;
  /** The seed of all random choices. Default 1. */
  readonly seed?: number;
  /** Whether irreversible requests may be sent. Default false. */
  readonly allowDestructive?: boolean;
  /** By default the number of requests is not limited. */
  readonly maxRequests?: number;
  /**
   * The share of the required (must) clauses that need a verdict, from 0 to 1. By default half of
   * the clauses of each interface that its settings and data allow to test need one.
   */
  readonly minCoverage?: number;
  /**
   * Whether addresses and credentials are tested first, and no check runs if they seem wrong.
   * Default true.
   */
  readonly preflight?: boolean;
  /** The files to which the ledger and the reports of the run are written. Default: none. */
  readonly reports?: ReportFiles;
}

/** The whole run happens in a `beforeAll` hook, for which Vitest allows ten seconds by default. */
const RUN_TIMEOUT_MS = 600_000;

/**
 * Declares a Vitest test for every check, and one test for the gate (the decision whether the run
 * passes). The test of a check passes, fails, or is skipped with its reason. The gate also fails if
 * a required (must) clause should have been tested, but has no verdict. All checks belong to one
 * run, so identical requests are sent once.
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
    const configured = options.target ?? loadTarget();
    if (configured !== undefined) return configured;
    throw new UsageError(
      'No target is named: pass a target to conformance(), write assay.target.json, or set variables such as EXPORT_BASE_URL. conformance({ reference: true }) tests the embedded server.',
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
        rerun: ({ id }) => `npx vitest run --testNamePattern ${id}`,
        diagnose,
        record: (event) => void events.push(event),
      });
      const ledger = foldLedger(events);
      for (const verdict of ledger.verdicts) verdicts.set(verdict.check, verdict);
      gate = gateOf(runReport(ledger));
      if (options.reports !== undefined) writeReports(events, options.reports);
    }, RUN_TIMEOUT_MS);
    afterAll(async () => {
      await reference?.close();
    });

    it('the gate: no failures, and all planned must clauses have a verdict', () => {
      expect(gate, 'the run was not completed').toBeDefined();
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
    }, RUN_TIMEOUT_MS);

    it('the gate: no failures, and all planned must clauses have a verdict', () => {
      expect(gate, 'the run was not completed').toBeDefined();
      if (gate?.outcome !== 'holds') expect.fail(gate?.messages.join('\n') ?? '');
    });

    for (const { id, clauses, title } of scenarios.filter(wanted))
      it(`${clauses.join(', ')} ${title} (${id})`, (test) =>
        conclude(test, verdicts.get(id), { suites: [clientsSuite], strict }));
  });
}
