/** The command `assay client`, which tests a client against scripted servers. */

import path from 'node:path';
import { asCheck, clientsSuite, type Scenario, scenarios } from '../../../suites/clients/index.js';
import {
  launchCommand,
  makeCertificateAuthority,
  runClient,
  streamOf,
  trustVariables,
  withoutTargets,
} from '../../clients/index.js';
import { defined } from '../../defined.js';
import { quoted } from '../../http/shell.js';
import { UsageError } from '../../settings/index.js';
import { type BaselineOptions, baselineGate } from '../baseline/baseline-gate.js';
import { warnUnused } from '../configured-target.js';
import type { ExitCode, Io } from '../io.js';
import { fits, knownNames } from '../known-name.js';
import {
  chooseReports,
  makeReports,
  type Recording,
  recordRun,
  refuseOccupied,
  stamp,
} from '../reports/report-files.js';
import { chooseChecks } from '../run/choose-checks.js';
import { toolVersion } from '../version.js';
import { serveScenarios } from './client-serve.js';
import { expectProgram } from './expect-program.js';

export interface ClientCommandOptions extends BaselineOptions {
  /** Ids of scenarios. A trailing `*` matches any ending. Default: all. */
  readonly scenario?: readonly string[];
  readonly clause?: readonly string[];
  readonly seed?: number;
  readonly strict?: boolean;
  /** The smallest accepted coverage, from 0 to 1. */
  readonly minCoverage?: number;
  readonly bail?: boolean;
  readonly json?: boolean;
  readonly verbose?: boolean;
  readonly out?: string;
  readonly reporter?: readonly string[];
  readonly concurrency?: number;
  /** In seconds, for each client. */
  readonly timeout?: number;
  /**
   * Whether the client reads its tasks from stdin. If so, one process of the client performs many
   * scenarios, one after the other.
   */
  readonly stream?: boolean;
  /** By default, each start of the client gets an empty home folder. */
  readonly keepHome?: boolean;
  /**
   * Starts no client. Requests to a control address begin and end the scenarios. The arguments of
   * the command are the names of scenarios.
   */
  readonly serve?: boolean;
  /** The servers use HTTPS with a certificate of a temporary authority. */
  readonly https?: boolean;
  readonly bind?: string;
}

export async function clientCommand(
  words: readonly string[],
  options: ClientCommandOptions,
  io: Io,
): Promise<ExitCode> {
  const { serve = false, seed = 1, strict = false } = options;
  const selected = chooseScenarios({
    ...options,
    scenario: [...(options.scenario ?? []), ...(serve ? words : [])],
  });
  const chosen = chooseReports(options.reporter, options);
  const gate = baselineGate(options, ids, io);
  if (options.bind !== undefined && !serve)
    throw new UsageError('--bind requires --serve: leave out --bind, or add --serve.');
  if (!serve) expectProgram(words[0], io);
  warnUnused('client', {}, io);
  const folder = path.resolve(
    io.cwd,
    options.out ?? path.join('reports', 'client', stamp(io.clock.now())),
  );
  refuseOccupied(folder, io);
  const authority = options.https
    ? await makeCertificateAuthority(options.bind ?? '127.0.0.1')
    : undefined;
  const common = {
    toolVersion: toolVersion(),
    clock: io.clock,
    seed,
    strict,
    minCoverage: options.minCoverage,
    authority,
    ...defined({ accepted: gate.accepted }),
  };
  const testClient = async ({ record, signal, onCarriedOver }: Recording): Promise<void> => {
    // The ledger gets its final name when `onCarriedOver` is called. A test of a client is never
    // resumed, so it carries nothing over, and calls it at once.
    const recordEvent = (event: Parameters<typeof record>[0]): void => {
      record(event);
      if (event.type === 'header') onCarriedOver();
    };
    if (serve) {
      await serveScenarios(
        selected,
        { ...common, bind: options.bind, record: recordEvent, signal, judge: gate.judge },
        io,
      );
      return;
    }
    const starting = {
      // A runtime such as Node reads certificate authorities only when it starts.
      environment: {
        ...withoutTargets(io.environment),
        ...(authority === undefined ? {} : trustVariables(authority)),
      },
      cwd: io.cwd,
      keepHome: options.keepHome ?? false,
    };
    const stream = options.stream ? streamOf(words, starting) : undefined;
    await runClient(selected, {
      ...common,
      launch: stream?.launch ?? launchCommand(words, starting),
      name: nameOf(words),
      command: words.map(quoted).join(' '),
      signal,
      bail: options.bail ?? false,
      concurrency: options.concurrency ?? (options.stream ? STREAM_CONCURRENCY : 4),
      ...(options.timeout === undefined ? {} : { limitMs: options.timeout * 1000 }),
      record: recordEvent,
    }).finally(() => stream?.close());
  };
  return recordRun(folder, estimateFor(selected), io, {
    run: testClient,
    report: (events, ledgerFailed) =>
      makeReports(events, { ...options, folder, chosen, judge: gate.judge, ledgerFailed }, io),
  }).finally(() => authority?.remove());
}

/** A rough estimate of the requests and the duration of the run, for the display of progress. */
const estimateFor = (selected: readonly Scenario[]) => ({
  requests: selected.length * 6,
  durationMs: 10_000,
});

/** The default number of concurrent scenarios with `--stream`. */
const STREAM_CONCURRENCY = 6;

const ids = scenarios.map(({ id }) => id);

function chooseScenarios({
  scenario: wanted = [],
  clause,
}: ClientCommandOptions): readonly Scenario[] {
  for (const id of wanted) knownNames('scenario', id, ids);
  const isOfClause = chooseChecks({ clause }, [clientsSuite]);
  const chosen = scenarios.filter(
    (scenario) =>
      isOfClause(asCheck(scenario)) &&
      (wanted.length === 0 || wanted.some((id) => fits(id, scenario.id))),
  );
  if (chosen.length > 0) return chosen;
  throw new UsageError(
    `None of the scenarios ${wanted.join(', ')} tests ${clause?.join(' or ')}: leave out --scenario or --clause.`,
  );
}

/** Returns `client.mjs` for `node client.mjs`, `myclient` for `./myclient --fast`. */
const nameOf = ([program = 'client', ...words]: readonly string[]): string =>
  path.basename(words.find((word) => /^[\w@./][\w@./-]*\.\w+$/.test(word)) ?? program);
