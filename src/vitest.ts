import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suites as ours } from '../suites/index.js';
import { type Check, runSuites, type Suite } from './harness/index.js';
import { foldLedger, type LedgerEvent, type VerdictEvent } from './ledger/index.js';
import { type Reference, startReference } from './reference/index.js';
import { loadTarget, type Target, targetFrom } from './target/index.js';

export interface ConformanceOptions {
  /** What is demanded. Default the four interfaces. */
  readonly suites?: readonly Suite[];
  /** The target, or what starts it. Default: the configured one, else the embedded reference server. */
  readonly target?: Target | (() => Target | Promise<Target>);
  /** Which checks become tests. Default all. */
  readonly wanted?: (check: Check) => boolean;
  /** A warning fails its test. Default false. */
  readonly strict?: boolean;
  /** Default 1. */
  readonly seed?: number;
  readonly allowDestructive?: boolean;
  readonly maxRequests?: number;
}

/**
 * Declares a Vitest test for every check: passed, failed, or skipped with its reason. One run judges them all, so that
 * identical requests are sent once.
 */
export function conformance(options: ConformanceOptions = {}): void {
  const { suites = ours } = options;
  const { wanted = () => true, strict = false, seed = 1, allowDestructive = false, maxRequests } = options;
  const verdicts = new Map<string, VerdictEvent>();
  let reference: Reference | undefined;

  const targetOf = async (): Promise<Target> => {
    if (typeof options.target === 'function') return options.target();
    const configured = options.target ?? loadTarget({ environment: process.env, cwd: process.cwd() });
    if (configured !== undefined) return configured;
    reference = await startReference();
    return targetFrom(reference.target, 'reference');
  };

  describe('conformance', () => {
    beforeAll(async () => {
      const events: LedgerEvent[] = [];
      const target = await targetOf();
      await runSuites(suites, target, {
        wanted,
        seed,
        strict,
        allowDestructive,
        maxRequests,
        toolVersion: 'vitest',
        record: (event) => void events.push(event),
      });
      for (const verdict of foldLedger(events).verdicts) verdicts.set(verdict.check, verdict);
    }, 600_000);
    afterAll(async () => {
      await reference?.close();
    });

    for (const suite of suites) {
      const checks = suite.checks.filter(wanted);
      if (checks.length === 0) continue;
      describe(suite.interface, () => {
        for (const check of checks) {
          it(`${check.clauses.join(', ')} ${check.title} (${check.id})`, (test) => {
            const verdict = verdicts.get(check.id);
            expect(verdict, 'the run came to an end before this check').toBeDefined();
            if (verdict?.verdict === 'skipped' || verdict?.verdict === 'observed') test.skip(verdict.reason);
            const bad =
              verdict?.verdict === 'failed' ||
              verdict?.verdict === 'inconclusive' ||
              (strict && verdict?.verdict === 'warning');
            if (bad) expect.fail(evidence(verdict));
          });
        }
      });
    }
  });
}

const evidence = ({ verdict, reason, expected, actual, curl, replay }: VerdictEvent): string =>
  [
    `${verdict}: ${reason}`,
    expected && `expected ${expected}`,
    actual && `got ${actual}`,
    curl,
    replay && `assay ${replay}`,
  ]
    .filter(Boolean)
    .join('\n');
