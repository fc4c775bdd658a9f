import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { existingLedger, type Ledger, ledgerIn, readLedger } from '../../ledger/index.js';
import { runReport } from '../../report/index.js';
import { messageOf } from '../../schema/json-value.js';
import type { TargetFile } from '../../schema/types.js';
import { type Target, targetFrom, UsageError, withStandIns } from '../../settings/index.js';
import { entriesOfLedger, openRecording, recordingOf } from '../../traffic/index.js';
import { targetOf, warnUnused } from '../configured-target.js';
import type { ExitCode, Io } from '../io.js';
import { Losses } from '../reports/losses.js';
import type { OneRunOptions } from '../run/run-options.js';
import { judgeOthers } from './judge-others.js';

export interface JudgeCommandOptions extends Omit<OneRunOptions, 'traffic' | 'allowances'> {
  /** Whether stderr lists the settings that have no effect. Default true. */
  readonly namesUnused?: boolean;
}

/**
 * The command `assay judge FILE…`: tests recorded traffic without sending requests. A recorded run
 * is tested again with the same checks. Other traffic is tested by the rules for single exchanges
 * and for related exchanges.
 */
export async function judgeCommand(
  files: readonly string[],
  options: JudgeCommandOptions,
  io: Io,
): Promise<ExitCode> {
  const spool = files.includes('-') ? await spoolStdin() : undefined;
  try {
    const opened = files.map((file) =>
      file === '-' && spool !== undefined
        ? openRecording(spool.file, 'on stdin')
        : openRecording(existingLedger(path.resolve(io.cwd, file)), file),
    );
    const losses = new Losses(io);
    const runs = opened.flatMap((one) => ('run' in one ? [one.run] : []));
    const [run] = runs;
    if (run === undefined) {
      const sources = opened.flatMap((one) => ('run' in one ? [] : [one]));
      const header = sources.find((one) => one.header !== undefined)?.header;
      const configured =
        header === undefined ? namedTarget(options, io) : recordedTarget({ header }, options, io);
      return losses.codeFor(
        await judgeOthers(sources, unpaced(configured), { ...options, losses }, io),
      );
    }
    if (files.length > 1)
      throw new UsageError(
        'The ledger of a run cannot be combined with other recordings: give one ledger, or other recordings only.',
      );
    if (run.torn !== undefined) losses.add(run.torn);
    return losses.codeFor(await judgeRun(run, options, io));
  } finally {
    spool?.remove();
  }
}

async function judgeRun(
  run: Pick<Ledger, 'header' | 'exchanges' | 'verdicts'>,
  options: JudgeCommandOptions,
  io: Io,
): Promise<ExitCode> {
  const target = unpaced(recordedTarget(run, options, io));
  const recording = recordingOf(entriesOfLedger(run), target, 'of a run');
  const allowances = new Map(run.header.planned.map(({ id, requests }) => [id, requests]));
  const { seed } = run.header;
  // Destructive checks are allowed, because no requests are sent.
  const judgeOptions = { ...options, seed, allowDestructive: true, traffic: recording, allowances };
  const { prepareRun } = await import('../run/run-one.js');
  const prepared = prepareRun(target, judgeOptions, io);
  const code = await prepared.go(io);
  if (prepared.folder !== undefined && run.verdicts.length > 0)
    printDifferences(run, prepared.folder, io);
  return code;
}

/** Copies stdin to a file, because a recording is read twice. */
async function spoolStdin(): Promise<{ readonly file: string; readonly remove: () => void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-stdin-'));
  const file = path.join(folder, 'recording');
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    await pipeline(process.stdin, createWriteStream(file));
    return { file, remove };
  } catch (error) {
    remove();
    throw new UsageError(`The recording on stdin cannot be read: ${messageOf(error)}`);
  }
}

function namedTarget(
  { target: file, envFile = [], namesUnused = true }: JudgeCommandOptions,
  io: Io,
): Target {
  const output = namesUnused ? io : { ...io, err: () => undefined };
  const target = targetOf(file, { envFile }, output, { command: 'judge', standIns: true });
  if (target !== undefined) return target;
  throw new UsageError(
    'No target is named: give --target FILE with the base URLs, such as {"export": {"baseUrl": "https://export.example.com"}}.',
  );
}

/** The target that `--target` names, or else the one in the ledger, or else the configured one. */
function recordedTarget(
  { header }: Pick<Ledger, 'header'>,
  options: JudgeCommandOptions,
  io: Io,
): Target {
  const { settings } = header.target;
  if (options.target === undefined && settings !== undefined) {
    if (options.namesUnused ?? true) warnUnused('judge', options, io);
    // The ledger has only the names of secrets. A placeholder replaces each unset secret.
    return targetFrom(withStandIns(settings, io.environment) as TargetFile);
  }
  return namedTarget(options, io);
}

/** Removes the limit on the request rate, because no requests are sent. */
function unpaced({ pace: _, ...target }: Target): Target {
  return target;
}

function printDifferences(
  run: Pick<Ledger, 'header' | 'exchanges' | 'verdicts'>,
  folder: string,
  io: Io,
): void {
  const before = runReport({ ...run, surveys: [], intents: [], footer: undefined }).clauses;
  const { clauses } = runReport(readLedger(ledgerIn(folder)));
  const now = new Map(clauses.map((clause) => [clause.id, clause]));
  const compared = before.filter(({ id }) => now.has(id));
  const different = compared.filter(({ id, verdict }) => now.get(id)?.verdict !== verdict);
  io.err(
    `${compared.length - different.length} of ${compared.length} clauses have the same verdict as in the run.\n`,
  );
  for (const { id, verdict } of different) {
    const current = now.get(id);
    io.err(
      `  ${id}  ${verdict} in the run, ${current?.verdict} now: ${current?.reasons[0] ?? 'see the report'}\n`,
    );
  }
}
