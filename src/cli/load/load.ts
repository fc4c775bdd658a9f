import path from 'node:path';
import { Lost } from '../../http/index.js';
import { writeArtillery } from '../../load/artillery/script.js';
import { profileOfHar } from '../../load/har/profile.js';
import {
  conclusionOf,
  expectOpenFiles,
  expectPermitted,
  NotApplicable,
  neededOrigins,
  type Overrides,
  outlineOf,
  type Plan,
  type Prepared,
  prepare,
  printedProfile,
  readProfile,
  readReport,
  summary,
} from '../../load/index.js';
import type { LoadReport } from '../../schema/types.js';
import { packageRoot } from '../../schema/validate.js';
import { type Target, targetFrom, UsageError } from '../../settings/index.js';
import { configuredTarget, warnUnused } from '../configured-target.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { makeFolder, writeWholeFile } from '../write-files.js';
import { writeLoadReport } from './load-files.js';
import {
  checkOptions,
  type LoadCommandOptions,
  makeWritableFolder,
  profileFile,
  withEngine,
} from './load-options.js';
import { runLoad } from './load-run.js';
import { type ReferenceThread, startReferenceThread } from './reference-thread.js';

export type { LoadCommandOptions } from './load-options.js';

export type StartReference = () => Promise<ReferenceThread>;

const EXITS = {
  held: EXIT.holds,
  missed: EXIT.broken,
  'nothing judged': EXIT.unjudged,
  interrupted: EXIT.interrupted,
  unreliable: EXIT.unjudged,
} as const;

/** The exit code for a load report. */
export function loadExit(report: LoadReport): ExitCode {
  const { outcome } = report;
  if (outcome === 'interrupted') return EXIT.interrupted;
  if (outcome === 'nothing judged') return EXIT.unjudged;
  return EXITS[conclusionOf(report)];
}

/**
 * `assay load PROFILE`: PROFILE is a file or the name of a bundled profile. Exit codes: 0 if all
 * thresholds hold, 1 if a threshold was missed, 2 if a file could not be written, 3 if the target
 * could not be tested or the measured times are unreliable, 130 if interrupted. The limits of a
 * comparison with a baseline count as thresholds. Rejects with a UsageError for an invalid profile,
 * target or option, before any request is sent.
 */
export async function loadCommand(
  profile: string | undefined,
  options: LoadCommandOptions,
  io: Io,
  startReference: StartReference = startReferenceThread,
): Promise<ExitCode> {
  let reference: ReferenceThread | undefined;
  try {
    const checked = checkOptions(options);
    if (options.print)
      return printProfile(profileFile(expectProfile(profile), io.cwd), options, io);
    const read =
      options.fromHar === undefined
        ? readProfile(profileFile(expectProfile(profile), io.cwd), overridesIn(options))
        : undefined;
    const stored = storedReport(options, io);
    const otherTarget = baselineTargetOf(options, io);
    if (options.reference) warnUnused('reference', options, io);
    if (options.reference) reference = await startReference();
    const target = reference
      ? targetFrom(reference.target, 'reference')
      : configuredTarget(options.target, options, io, 'load');
    if (!read) return await fromHar(target, profile, options, io);
    const plan = withEngine(read, checked.engine, target);
    return await outlineOrRun(
      { plan, target, otherTarget, stored, tool: checked.tool },
      options,
      io,
    );
  } catch (error) {
    if (io.signal.aborted && error instanceof Lost) return EXITS.interrupted;
    if (error instanceof NotApplicable || error instanceof Lost) {
      io.err(`The target could not be tested: ${error.message}\n`);
      return EXITS['nothing judged'];
    }
    throw error;
  } finally {
    await reference?.close();
  }
}

interface LoadInput {
  readonly plan: Plan;
  readonly target: Target;
  readonly otherTarget: Target | undefined;
  readonly stored: LoadReport | undefined;
  readonly tool: 'artillery' | undefined;
}

async function outlineOrRun(
  input: LoadInput,
  options: LoadCommandOptions,
  io: Io,
): Promise<ExitCode> {
  const { plan, target, otherTarget } = input;
  if (otherTarget !== undefined) expectPermitted(otherTarget, plan);
  if (options.dryRun) return printOutline(plan, target, io);
  for (const one of [target, ...(otherTarget ? [otherTarget] : [])])
    expectOpenFiles(plan, {
      origins: neededOrigins(one, plan).length,
      workers: options.workers ?? 1,
      embedded: options.reference === true && one === target,
    });
  // A folder that cannot be written to is reported before any request is sent.
  if (options.out !== undefined) makeWritableFolder(path.resolve(io.cwd, options.out));
  return await run(input, options, io);
}

const storedReport = ({ baseline }: LoadCommandOptions, io: Io): LoadReport | undefined =>
  baseline === undefined ? undefined : readReport(path.resolve(io.cwd, baseline));

const baselineTargetOf = (options: LoadCommandOptions, io: Io): Target | undefined =>
  options.baselineTarget === undefined
    ? undefined
    : configuredTarget(options.baselineTarget, options, io, 'load');

async function run(
  { plan, target, otherTarget, stored, tool }: LoadInput,
  options: LoadCommandOptions,
  io: Io,
): Promise<ExitCode> {
  const permissions = { destructive: options.allowDestructive ?? false };
  const prepared = await prepare(plan, target, io.signal, permissions);
  for (const reason of prepared.left) io.err(`Left out: ${reason}\n`);
  if (tool !== undefined) return await exportScript(prepared, options, io);
  const other = otherTarget && (await prepare(plan, otherTarget, io.signal, permissions));
  const { report, complete } = await runLoad({ prepared, other, stored }, options, io);
  // The figures are printed first, so that they are not lost if the files cannot be written.
  io.out(options.json ? `${JSON.stringify(report)}\n` : summary(report));
  const folder = await writeLoadReport(report, prepared.target.secrets, options.out, io.cwd);
  if (!options.quiet) io.err(`Reports: ${folder}\n`);
  const code = loadExit(report);
  return complete || code !== EXIT.holds ? code : EXIT.usage;
}

const overridesIn = ({ rate, users, duration, stages }: LoadCommandOptions): Overrides => ({
  rate,
  users,
  duration,
  stages,
});

/** `--print` */
function printProfile(file: string, options: LoadCommandOptions, io: Io): ExitCode {
  const schema = path.join(packageRoot, 'schemas', 'load-profile.schema.json');
  const schemaPath = path.relative(io.cwd, schema).split(path.sep).join('/');
  io.out(printedProfile(file, overridesIn(options), schemaPath));
  return EXIT.holds;
}

/** `--dry-run` */
function printOutline(plan: Plan, target: Target, io: Io): ExitCode {
  expectPermitted(target, plan);
  io.out(outlineOf(plan, target));
  return EXIT.holds;
}

function expectProfile(profile: string | undefined): string {
  if (profile !== undefined) return profile;
  throw new UsageError(
    'Name a profile, such as smoke. "assay list profiles" lists the bundled profiles.',
  );
}

/**
 * `--from-har`: makes a profile from a recording, and prints it. With `--out` the profile is
 * written to a folder, together with files that contain the recorded values. Requests that the
 * profile leaves out are listed on stderr.
 */
async function fromHar(
  target: Target,
  named: string | undefined,
  { fromHar: file = '', out }: LoadCommandOptions,
  io: Io,
): Promise<ExitCode> {
  if (named !== undefined)
    throw new UsageError('--from-har creates a profile: leave out the profile argument.');
  const withData = out !== undefined;
  const { profile, files, notes } = await profileOfHar(path.resolve(io.cwd, file), target, {
    withData,
  });
  const text = `${JSON.stringify(profile, null, 2)}\n`;
  if (out === undefined) io.out(text);
  else {
    const folder = path.resolve(io.cwd, out);
    makeFolder(folder);
    for (const one of [{ name: 'profile.json', text }, ...files])
      writeWholeFile(path.join(folder, one.name), one.text);
    io.err(`Profile: ${path.join(out, 'profile.json')}\n`);
  }
  for (const note of notes) io.err(`${note}\n`);
  return EXIT.holds;
}

async function exportScript(
  prepared: Prepared,
  options: LoadCommandOptions,
  io: Io,
): Promise<ExitCode> {
  const { file, variables, notes, commands } = await writeArtillery(
    prepared,
    path.resolve(io.cwd, options.out ?? '.'),
  );
  const { connection } = prepared.target;
  const hint =
    'The script contains no proxy or certificate settings: configure them where it runs.';
  io.err(
    [`Artillery script: ${file}`, ...notes, ...(connection ? [hint] : [])]
      .map((line) => `${line}\n`)
      .join(''),
  );
  if (variables.length > 0)
    io.err(`Environment variables that the script needs: ${variables.join(', ')}\n`);
  io.err(`Run it with: ${commands.join(', or ')}\n`);
  return EXITS.held;
}
