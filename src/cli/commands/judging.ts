/** The commands that test a target: `run`, `doctor`, `judge`, `proxy` and `watch`. */

import type { Command } from 'commander';
import { LEVELS } from '../../harness/clause.js';
import { INTERFACES } from '../../settings/interfaces.js';
import type { RunCommandOptions } from '../run/run-options.js';
import type { DoctorOptions } from '../setup/doctor.js';
import type { JudgeCommandOptions } from '../traffic/judge.js';
import type { ProxyCommandOptions } from '../traffic/proxy.js';
import type { WatchOptions } from '../watch/command.js';
import {
  parseList,
  parseNames,
  parsePort,
  parseRatio,
  parseRepeated,
  parseWhole,
} from './arguments.js';
import type { Commands } from './commands.js';
import { type EnvOptions, hiddenEnvFileOption, withEnvFiles } from './env-options.js';

export function judgingCommands(commands: Commands): void {
  runCommands(commands);
  trafficCommands(commands);
  watchCommands(commands);
}

function runCommands({ command, done, io }: Commands): void {
  const run = command('run', 'Test a target and write reports')
    .option('--target <file>', 'file; default assay.target.json or .env', parseRepeated)
    .option('--reference', 'test the embedded reference server')
    .option('--env <file>', 'read settings from this file too', parseList)
    .addOption(hiddenEnvFileOption());
  withCheckOptions(run)
    .option('--strict', 'warnings and instability fail the gate')
    .option('--min-coverage <ratio>', 'least coverage; default 0.5', parseRatio)
    .option('--no-preflight', 'run even if addresses seem wrong')
    .option('--insecure', 'do not verify certificates')
    .option('--dry-run', 'print the plan only; --verbose adds requests')
    .option('--max-requests <n>', 'maximum number of requests', parseWhole(1))
    .option('--bail <n>', 'stop after this number of failed checks', parseWhole(1))
    .option(
      '--seed <n>',
      'seed of all random choices; default 1',
      parseWhole(Number.MIN_SAFE_INTEGER),
    )
    .option('--replay <path>', 'replay one counterexample of --check')
    .option('--generated', 'with --check: also send generated requests')
    .option('--reporter <names>', 'which reports to write; default all', parseList)
    .option('--out <dir>', 'folder; default reports/<target>/<time>')
    .option('--json', 'print report.json on stdout')
    .option('--verbose', 'show every check')
    .option('--quiet', 'show only findings and numbers')
    .option('--baseline <file>', 'accepted failures')
    .option('--update-baseline', 'write the failures to the baseline')
    .option('--reason <text>', 'reason for new entries of the baseline')
    .option('--resume <ledger>', 'continue an interrupted run')
    .option('--rerun <verdict-and-ledger...>', 're-run checks with this verdict in a ledger')
    .option('--allow-destructive', 'allow handovers, which move data permanently')
    .action(async (options: RunCommandOptions & EnvOptions) =>
      done(await (await import('../run/run.js')).runCommand(withEnvFiles(options), io)),
    );

  withTargetOptions(command('doctor', 'Check settings, addresses and credentials'))
    .option('--insecure', 'do not verify certificates')
    .action(async (options: DoctorOptions & EnvOptions) =>
      done(await (await import('../setup/doctor.js')).doctorCommand(withEnvFiles(options), io)),
    );
}

/** `judge` and `proxy` test recorded traffic. */
function trafficCommands({ command, done, io }: Commands): void {
  const judge = withTargetOptions(
    command('judge <file...>', 'Test recorded traffic: HAR, ledgers, NDJSON; - reads stdin'),
    'target file; base URLs are enough',
  ).option('--client', 'test the client too, if one client sent all requests');
  withCheckOptions(judge)
    .option('--strict', 'warnings fail the gate')
    .option('--min-coverage <ratio>', 'least coverage; default 0', parseRatio)
    .option('--reporter <names>', 'which reports to write; default all', parseList)
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
    command('proxy [command...]', 'Forward, record and test requests (of COMMAND, if given)'),
    'target file; base URLs are enough',
  )
    .option('--client', 'test the client too, if one client sent all requests')
    .option('--listen <port>', 'port; default: any free port', parsePort)
    .option('--host <address>', 'address to listen on; default 127.0.0.1')
    .option('--insecure', 'do not verify certificates')
    .option('--strict', 'warnings fail the gate')
    .option('--min-coverage <ratio>', 'least coverage; default 0', parseRatio)
    .option('--reporter <names>', 'which reports to write; default all', parseList)
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
    command('watch', 'Test a target whenever it changes; print changed verdicts'),
  ).option('--files <glob>', 'run again when a matching file changes', parseRepeated);
  withCheckOptions(watch)
    .option('--insecure', 'do not verify certificates')
    .option(
      '--seed <n>',
      'seed of all random choices; default 1',
      parseWhole(Number.MIN_SAFE_INTEGER),
    )
    .action(async (options: WatchOptions & EnvOptions) =>
      done(await (await import('../watch/command.js')).watchCommand(withEnvFiles(options), io)),
    );
}

const TARGET = 'target file; default: assay.target.json, then .env';

const withTargetOptions = (command: Command, aboutTarget = TARGET): Command =>
  command
    .option('--target <file>', aboutTarget)
    .option('--env <file>', 'read settings from this file too', parseList)
    .addOption(hiddenEnvFileOption());

const withCheckOptions = (command: Command): Command =>
  command
    .option('--interface <names>', 'only these interfaces', parseNames('interface', INTERFACES))
    .option('--check <ids>', 'only these; a trailing * matches any ending', parseList)
    .option('--exclude <ids>', 'not these checks', parseList)
    .option('--clause <ids>', 'only checks of these clauses', parseList)
    .option(
      '--level <levels>',
      'only these levels: must, should, open',
      parseNames('level', LEVELS),
    );
