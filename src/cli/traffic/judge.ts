import path from 'node:path';
import { existingLedger, type Ledger, ledgerIn, readLedger } from '../../ledger/index.js';
import { runReport } from '../../report/index.js';
import type { TargetFile } from '../../schema/types.js';
import { readText, type Target, targetFrom, UsageError, withStandIns } from '../../settings/index.js';
import { entriesOfLedger, othersIn, readTraffic, recordingOf, trafficOfOthers } from '../../traffic/index.js';
import { targetOf, tellUnused } from '../configured-target.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import type { OneRunOptions } from '../run/run-options.js';

/** Options of `assay judge`. */
export interface JudgeCommandOptions extends Omit<OneRunOptions, 'traffic' | 'allowances'> {
  /** Whether settings without effect are named on stderr. Default true. */
  readonly namesUnused?: boolean;
}

/**
 * `assay judge FILE…`: recorded traffic by the same rules, without requests. A run is tested again with the same checks; of other
 * traffic each exchange is tested by itself. Returns the exit code.
 */
export async function judgeCommand(files: readonly string[], options: JudgeCommandOptions, io: Io): Promise<ExitCode> {
  const read = files.map((file) => {
    const found = readTraffic(textOf(file, io), file);
    const others = 'run' in found ? othersIn(found.run) : undefined;
    return others === undefined || !('run' in found) ? found : { exchanges: others, header: found.run.header };
  });
  const runs = read.flatMap((one) => ('run' in one ? [one.run] : []));
  const [run] = runs;
  if (runs.length > 0 && read.length > 1)
    throw new UsageError(
      'The ledger of a run cannot be combined with other recordings: give one ledger, or other recordings only.',
    );
  const { prepareRun } = await import('../run/run-one.js');
  if (run !== undefined) {
    const target = unpaced(recordedTarget(run, options, io));
    const recording = recordingOf(entriesOfLedger(run), target, 'of a run');
    const allowances = new Map(run.header.planned.map(({ id, requests }) => [id, requests]));
    const { seed } = run.header;
    const again = { ...options, seed, allowDestructive: true, traffic: recording, allowances };
    const prepared = prepareRun(target, again, io);
    const code = await prepared.go(io);
    if (prepared.folder !== undefined && run.verdicts.length > 0) tellDifferences(run, prepared.folder, io);
    return code;
  }
  const [recorded] = read.flatMap((one) => ('header' in one ? [one] : []));
  const configured = recorded === undefined ? namedTarget(options, io) : recordedTarget(recorded, options, io);
  const exchanges = read.flatMap((one) => ('exchanges' in one ? one.exchanges : []));
  const { entries, all, target, left } = trafficOfOthers(exchanges, unpaced(configured));
  if (entries.length === 0 && !options.client) {
    for (const { why, exchanges: count } of left.rows) io.err(`Left out: ${why} (${count} ×)\n`);
    io.err('Not judged: the recording contains no exchange that can be tested.\n');
    return EXIT.unjudged;
  }
  return prepareRun(
    target,
    { ...options, traffic: { ...recordingOf(entries, target, 'of others', all), leftOut: left.rows } },
    io,
  ).go(io);
}

function textOf(file: string, { cwd }: Io): string {
  const isStdin = file === '-';
  const place = `The recording ${isStdin ? 'on stdin' : file}`;
  return readText(isStdin ? 0 : existingLedger(path.resolve(cwd, file)), place, 'Name a HAR file, a ledger or NDJSON.');
}

function namedTarget({ target: file, envFile = [], namesUnused = true }: JudgeCommandOptions, io: Io): Target {
  const told = namesUnused ? io : { ...io, err: () => undefined };
  const target = targetOf(file, { envFile }, told, { command: 'judge', standIns: true });
  if (target !== undefined) return target;
  throw new UsageError(
    'No target is named: give --target FILE with the base URLs, such as {"export": {"baseUrl": "https://export.example.com"}}.',
  );
}

/** The named target, else the settings in the ledger. */
function recordedTarget({ header }: Pick<Ledger, 'header'>, options: JudgeCommandOptions, io: Io): Target {
  const { settings } = header.target;
  if (options.target === undefined && settings !== undefined) {
    if (options.namesUnused ?? true) tellUnused('judge', options, io);
    return targetFrom(withStandIns(settings, io.environment) as TargetFile);
  }
  return namedTarget(options, io);
}

/** Without a pace: no requests are sent for a recording. */
function unpaced({ pace: _, ...target }: Target): Target {
  return target;
}

/** Which clauses have another verdict than in the run, and why. */
function tellDifferences(run: Pick<Ledger, 'header' | 'exchanges' | 'verdicts'>, folder: string, io: Io): void {
  const before = runReport({ ...run, surveys: [], intents: [], footer: undefined }).clauses;
  const { clauses } = runReport(readLedger(ledgerIn(folder)));
  const now = new Map(clauses.map((clause) => [clause.id, clause]));
  const other = before.filter(({ id, verdict }) => now.has(id) && now.get(id)?.verdict !== verdict);
  io.err(`${before.length - other.length} of ${before.length} clauses have the same verdict as in the run.\n`);
  for (const { id, verdict } of other) {
    const again = now.get(id);
    io.err(`  ${id}  ${verdict} in the run, ${again?.verdict} now: ${again?.reasons[0] ?? 'see the report'}\n`);
  }
}
