import path from 'node:path';
import { clientTraffic } from '../../../suites/clients/traffic.js';
import { suites } from '../../../suites/index.js';
import { withOwnSchemas } from '../../../suites/own/index.js';
import { defined } from '../../defined.js';
import { type Check, makePlan, runSuites, type Suite } from '../../harness/index.js';
import { existingLedger } from '../../ledger/index.js';
import { settingsOf, type Target, UsageError } from '../../settings/index.js';
import { baselineGate } from '../baseline/baseline-gate.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { quoted } from '../quoted.js';
import { rememberLatest } from '../reports/latest.js';
import {
  chooseReports,
  fileName,
  makeReports,
  type Recording,
  recordRun,
  refuseOccupied,
  stamp,
} from '../reports/report-files.js';
import { toolVersion } from '../version.js';
import { writeWholeFile } from '../write-files.js';
import { chooseChecks } from './choose-checks.js';
import { describePlan, planDocument } from './plan-text.js';
import { readRerun, readResumable } from './resume.js';
import type { OneRunOptions } from './run-options.js';

/** A run that may start. */
export interface PreparedRun {
  /** Where its reports go; undefined for a dry run, which leaves none. */
  readonly folder: string | undefined;
  /** Runs it, and answers the exit code. */
  readonly go: (io: Io) => Promise<ExitCode>;
}

/**
 * Everything that a run of one target needs before its first request. Throws a UsageError where
 * something is wrong.
 */
export function prepareRun(target: Target, options: OneRunOptions, io: Io): PreparedRun {
  const again = options.rerun === undefined ? undefined : readRerun(options.rerun, io.cwd);
  if (options.quiet && options.verbose)
    throw new UsageError('--quiet and --verbose cannot be combined: leave one of them out.');
  if (options.bail !== undefined && options.updateBaseline)
    throw new UsageError(
      '--update-baseline needs all failures, so it cannot be combined with --bail: leave one of them out.',
    );
  const own = withOwnSchemas(suites, target);
  const judged = options.client ? [...own, clientTraffic] : own;
  const asked = chooseChecks(options, judged);
  const wanted = (check: Check): boolean => asked(check) && (again?.checks.has(check.id) ?? true);
  const resumed =
    options.resume === undefined
      ? undefined
      : readResumable(path.resolve(io.cwd, options.resume), target, options.seed);
  const seed = options.seed ?? resumed?.header.seed ?? 1;
  const { accepted, judge } = baselineGate(options, idsOf(judged), io);
  const chosen = chooseReports(options.reporter, options);
  if (options.replay !== undefined && options.check?.length !== 1) {
    throw new UsageError(
      '--replay needs --check ID, and the --seed that found the counterexample.',
    );
  }
  const { traffic, allowances } = options;
  const planning = {
    wanted,
    maxRequests: options.maxRequests,
    allowDestructive: options.allowDestructive ?? false,
    allowances,
  };
  const plan = makePlan(judged, target, planning);
  if (options.dryRun) {
    const go = async ({ out }: Io): Promise<ExitCode> => {
      out(
        options.json
          ? `${JSON.stringify(planDocument(plan), null, 2)}\n`
          : describePlan(plan, target),
      );
      return EXIT.holds;
    };
    return { folder: undefined, go };
  }

  const before =
    options.resume === undefined ? undefined : existingLedger(path.resolve(io.cwd, options.resume));
  const anew = path.join('reports', fileName(target.name), stamp(io.clock.now()));
  const folder = path.resolve(io.cwd, options.out ?? (before && path.dirname(before)) ?? anew);
  refuseOccupied(folder, io, target.name, before);
  // A run against the target of recorded traffic needs the settings that the traffic shows.
  const shownTarget =
    traffic?.origin === 'of others' ? path.join(folder, 'recorded-target.json') : undefined;
  const named =
    shownTarget === undefined
      ? options
      : { ...options, target: path.relative(io.cwd, shownTarget) };
  const run = ({ record, signal, carried }: Recording) =>
    runSuites(judged, target, {
      ...planning,
      seed,
      ...(resumed === undefined ? {} : { resumed, resumes: options.resume }),
      ...(again === undefined ? {} : { intents: again.intents }),
      carried,
      strict: options.strict ?? false,
      preflight: traffic === undefined && (options.preflight ?? true),
      // The content of a recording is not chosen for coverage: there is no minimum unless one is
      // given.
      minCoverage: options.minCoverage ?? (traffic === undefined ? target.gate?.minCoverage : 0),
      replay: options.replay,
      bail: options.bail,
      naming: naming(named),
      // Loaded when a check has failed: it needs the whole reference server.
      diagnose: async (...given) => (await import('../../diagnosis/index.js')).diagnose(...given),
      ...defined({ accepted }),
      clock: traffic?.clock ?? io.clock,
      ...(traffic === undefined
        ? {}
        : { traffic, ...(traffic.origin === 'of others' ? { origin: 'traffic' as const } : {}) }),
      signal,
      toolVersion: toolVersion(),
      record,
    });
  const go = async (shown: Io): Promise<ExitCode> => {
    const code = await recordRun(
      folder,
      { ...plan, quiet: options.quiet },
      shown,
      run,
      (events, refusalTold) =>
        makeReports(events, { ...options, folder, chosen, judge, refusalTold }, shown),
    );
    if (shownTarget !== undefined)
      writeWholeFile(shownTarget, `${JSON.stringify(settingsOf(target), null, 2)}\n`);
    rememberLatest(folder, io.cwd);
    return code;
  };
  return { folder, go };
}

/** Checks of all suites, those of the vendor's schemas included, which a baseline may name. */
const idsOf = (judged: readonly Suite[]): readonly string[] =>
  judged.flatMap(({ checks }) => checks.map(({ id }) => id));

/** The options that say which target this is, as they would be typed again. */
const naming = ({ target, reference, insecure, envFile = [] }: OneRunOptions): string | undefined =>
  [
    ...(target === undefined ? [] : ['--target', target]),
    ...(reference ? ['--reference'] : []),
    ...envFile.flatMap((file) => ['--env', file]),
    ...(insecure ? ['--insecure'] : []),
  ]
    .map(quoted)
    .join(' ') || undefined;
