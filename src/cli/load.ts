import path from 'node:path';
import { Lost } from '../http/index.js';
import { writeArtillery } from '../load/artillery/index.js';
import { expectPermitted, type Prepared, prepare, readProfile, readReport, summary, Unfit } from '../load/index.js';
import { writeK6 } from '../load/k6/index.js';
import type { LoadReport } from '../schema/types.js';
import { loadTarget, type Target, targetFrom } from '../settings/index.js';
import { EXIT, type ExitCode, type Io } from './io.js';
import { writeLoadReport } from './load-files.js';
import { checkOptions, type Export, type LoadCommandOptions, planWith, profileFile } from './load-options.js';
import { runLoad } from './load-run.js';
import { type ReferenceThread, startReferenceThread } from './reference-thread.js';

export type { LoadCommandOptions } from './load-options.js';

/** Starts the server that is put under load where no target is configured. */
export type StartReference = () => Promise<ReferenceThread>;

const EXITS = {
  held: EXIT.holds,
  missed: EXIT.broken,
  'nothing judged': EXIT.unjudged,
  interrupted: EXIT.interrupted,
} as const;

/** The exit code of a report. Figures that describe the generator judge nothing, whatever they say of the target. */
export function loadExit({ outcome, trustworthy, comparison }: LoadReport): ExitCode {
  if (outcome === 'interrupted') return EXIT.interrupted;
  if (!trustworthy) return EXIT.unjudged;
  const slower = comparison?.ratios.some(({ held }) => held === false) ?? false;
  return outcome === 'held' && slower ? EXIT.broken : EXITS[outcome];
}

/**
 * `assay load PROFILE`, a file or the name of a profile that comes along. Resolves with the exit code: 0 all thresholds
 * hold, 1 one does not, 3 the target could not be judged or the figures cannot be trusted, 130 interrupted. Rejects with
 * a UsageError for a wrong profile, target or option, before anything is sent.
 */
export async function loadCommand(
  profilePath: string,
  options: LoadCommandOptions,
  io: Io,
  startReference: StartReference = startReferenceThread,
): Promise<ExitCode> {
  let reference: ReferenceThread | undefined;
  try {
    const checked = checkOptions(options, io.cwd);
    const plan = planWith(readProfile(profileFile(profilePath, io.cwd)), checked);
    const stored = options.baseline === undefined ? undefined : readReport(path.resolve(io.cwd, options.baseline));
    const otherTarget =
      options.baselineTarget === undefined ? undefined : targetOf(options.baselineTarget, options, io);
    if (otherTarget !== undefined) expectPermitted(otherTarget, plan);
    let target = targetOf(options.target, options, io);
    if (!target) {
      reference = await startReference();
      target = targetFrom(reference.target, 'reference');
      if (!options.quiet) io.err('No target is configured: the reference server of this machine is put under load.\n');
    }
    const permissions = { destructive: options.allowDestructive ?? false };
    const prepared = await prepare(plan, target, io.signal, permissions);
    for (const reason of prepared.left) io.err(`Left out: ${reason}\n`);
    if (checked.tool !== undefined) return await exported(prepared, checked.tool, options, io);
    const other = otherTarget && (await prepare(plan, otherTarget, io.signal, permissions));
    const report = await runLoad({ prepared, other, stored }, options, checked, io);
    const folder = await writeLoadReport(report, target.secrets, options.out, io.cwd);
    io.out(options.json ? `${JSON.stringify(report)}\n` : summary(report));
    if (!options.quiet) io.err(`Reports: ${folder}\n`);
    return loadExit(report);
  } catch (error) {
    if (io.signal.aborted && error instanceof Lost) return EXITS.interrupted;
    if (error instanceof Unfit || error instanceof Lost) {
      io.err(`The target could not be judged: ${error.message}\n`);
      return EXITS['nothing judged'];
    }
    throw error;
  } finally {
    await reference?.close();
  }
}

const TOOLS = { artillery: { name: 'Artillery', write: writeArtillery }, k6: { name: 'k6', write: writeK6 } } as const;

async function exported(prepared: Prepared, tool: Export, options: LoadCommandOptions, io: Io): Promise<ExitCode> {
  const { name, write } = TOOLS[tool];
  const { file, variables, notes, commands } = await write(prepared, path.resolve(io.cwd, options.out ?? '.'));
  const { connection } = prepared.target;
  const way = 'The script does not say how the target is reached: give it proxy and certificates where it runs.';
  io.err([`${name} script: ${file}`, ...notes, ...(connection ? [way] : [])].map((line) => `${line}\n`).join(''));
  if (variables.length > 0) io.err(`Set where it runs: ${variables.join(', ')}\n`);
  io.err(`Run it with: ${commands.join(', or ')}\n`);
  return EXITS.held;
}

const targetOf = (file: string | undefined, { envFile }: LoadCommandOptions, io: Io): Target | undefined =>
  loadTarget({ file, envFiles: envFile ?? [], environment: io.environment, cwd: io.cwd });
