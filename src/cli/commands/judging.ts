/** Defines the commands that test a target: `run`, `doctor`, `judge`, `proxy` and `watch`. */

import type { Command } from 'commander';
import { LEVELS } from '../../harness/clause.js';
import { INTERFACES } from '../../settings/interfaces.js';
import type { RunCommandOptions } from '../run/run-options.js';
import type { DoctorOptions } from '../setup/doctor.js';
import type { JudgeCommandOptions } from '../traffic/judge.js';
import type { ProxyCommandOptions } from '../traffic/proxy.js';
import type { WatchOptions } from '../watch/command.js';
import { among, listed, ratio, repeated, whole } from './arguments.js';
import type { Commands } from './commands.js';
import { alsoEnvFile, type EnvOptions, withEnvFiles } from './env-options.js';

/** Defines all commands that test a target. */
export function judgingCommands(commands: Commands): void {
  runCommands(commands);
  trafficCommands(commands);
  watchCommands(commands);
}

/** Defines `run` and `doctor`. */
function runCommands({ command, done, io }: Commands): void {
  const run = command('run', 'Test a target and write reports')
    .option('--target <file>', 'target file; default assay.target.json, .env', repeated)
    .option('--reference', 'test the embedded reference server')
    .option('--env <file>', 'read settings from this file too', listed)
    .addOption(alsoEnvFile());
  withCheckOptions(run)
    .option('--strict', 'warnings and instability fail the gate')
    .option('--min-coverage <ratio>', 'least coverage; default 0.5', ratio)
    .option('--no-preflight', 'run even if addresses seem wrong')
    .option('--insecure', 'do not verify certificates')
    .option('--dry-run', 'print the plan only; --verbose adds requests')
    .option('--max-requests <n>', 'maximum number of requests', whole(1))
    .option('--bail <n>', 'stop after this number of failed checks', whole(1))
    .option('--seed <n>', 'seed of all random choices; default 1', whole(Number.MIN_SAFE_INTEGER))
    .option('--replay <path>', 'replay one counterexample of --check')
    .option('--generated', 'also send generated requests, with --check')
    .option('--reporter <names>', 'which reports to write; default all', listed)
    .option('--out <dir>', 'folder; default reports/<target>/<time>')
    .option('--json', 'print report.json on stdout')
    .option('--verbose', 'show every check')
    .option('--quiet', 'show only findings and numbers')
    .option('--baseline <file>', 'accepted failures')
    .option('--update-baseline', 'write the failures to the baseline')
    .option('--reason <text>', 'reason for new entries of the baseline')
    .option('--resume <ledger>', 'continue an interrupted run')
    .option('--rerun <verdict-and-ledger...>', 're-run checks with a verdict: failed [LEDGER]')
    .option('--allow-destructive', 'allow the handover, if the target does')
    .action(async (options: RunCommandOptions & EnvOptions) =>
      done(await (await import('../run/run.js')).runCommand(withEnvFiles(options), io)),
    );

  withTargetOptions(command('doctor', 'Check settings, addresses and credentials'))
    .option('--insecure', 'do not verify certificates')
    .action(async (options: DoctorOptions & EnvOptions) =>
      done(await (await import('../setup/doctor.js')).doctorCommand(withEnvFiles(options), io)),
    );
}

/** Defines `judge` and `proxy`, which test recorded traffic. */
function trafficCommands({ command, done, io }: Commands): void {
  const judge = withTargetOptions(
    command('judge <file...>', 'Test recorded traffic: HAR, ledgers, NDJSON; - reads stdin'),
    'target file; base URLs are enough',
  ).option('--client', 'test the client too, if one client sent all requests');
  withCheckOptions(judge)
    .option('--strict', 'warnings fail the gate')
    .option('--min-coverage <ratio>', 'least coverage; default 0', ratio)
    .option('--reporter <names>', 'which reports to write; default all', listed)
    .option('--out <dir>', 'folder; default reports/<target>/<time>')
    .option('--json', 'print report.json on stdout')
    .option('--verbose', 'show every check')
    .option('--quiet', 'show only findings and numbers')
    .option('--baseline <file>', 'accepted failures')
    .action(async (files: readonly string[], options: JudgeCommandOptions & EnvOptions) =>
      done(
        await (await import('../traffic/judge.js')).judgeCommand(files, withEnvFiles(options), io),
      ),
    );

  withTargetOptions(
    command('proxy [command...]', 'Forward, record and test requests, of COMMAND or until Ctrl-C'),
    'target file; base URLs are enough',
  )
    .option('--client', 'test the client too, if one client sent all requests')
    .option('--listen <port>', 'port; default: any free port', whole(0, 65_535))
    .option('--host <address>', 'address to listen on; default 127.0.0.1')
    .option('--insecure', 'do not verify certificates')
    .option('--strict', 'warnings fail the gate')
    .option('--min-coverage <ratio>', 'least coverage; default 0', ratio)
    .option('--reporter <names>', 'which reports to write; default all', listed)
    .option('--out <dir>', 'folder; default reports/<target>/<time>')
    .option('--json', 'print report.json on stdout at the end')
    .action(async (words: readonly string[], options: ProxyCommandOptions & EnvOptions) =>
      done(
        await (await import('../traffic/proxy.js')).proxyCommand(withEnvFiles(options), io, words),
      ),
    );
}

function watchCommands({ command, done, io }: Commands): void {
  const watch = withTargetOptions(
    command('watch', 'Test a target whenever it changes; print changes'),
  ).option('--files <glob>', 'run again when a matching file changes', repeated);
  withCheckOptions(watch)
    .option('--insecure', 'do not verify certificates')
    .option('--seed <n>', 'seed of all random choices; default 1', whole(Number.MIN_SAFE_INTEGER))
    .action(async (options: WatchOptions & EnvOptions) =>
      done(await (await import('../watch/command.js')).watchCommand(withEnvFiles(options), io)),
    );
}

const TARGET = 'target file; default: assay.target.json, then .env';

/** Adds the options that name a target. */
const withTargetOptions = (command: Command, about = TARGET): Command =>
  command
    .option('--target <file>', about)
    .option('--env <file>', 'read settings from this file too', listed)
    .addOption(alsoEnvFile());

/** Adds the options that choose checks. */
const withCheckOptions = (command: Command): Command =>
  command
    .option('--interface <names>', 'only these interfaces', among('interface', INTERFACES))
    .option('--check <ids>', 'only these checks; *: any ending', listed)
    .option('--exclude <ids>', 'not these checks', listed)
    .option('--clause <ids>', 'only checks of these clauses', listed)
    .option('--level <levels>', 'must, should, open', among('level', LEVELS));
