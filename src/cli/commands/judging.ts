import type { Command } from 'commander';
import { LEVELS } from '../../harness/clause.js';
import { INTERFACES } from '../../settings/interfaces.js';
import { among, listed, ratio, repeated, whole } from '../arguments.js';
import type { DoctorOptions } from '../doctor.js';
import type { JudgeCommandOptions } from '../judge.js';
import type { ProxyCommandOptions } from '../proxy.js';
import type { RunCommandOptions } from '../run-options.js';
import type { WatchOptions } from '../watch/command.js';
import type { Commands } from './commands.js';
import { alsoEnvFile, type EnvOptions, withEnvFiles } from './env-options.js';

/** Judging a target, once or again and again. */
export function judgingCommands({ command, done, io }: Commands): void {
  const run = command('run', 'Judge a target')
    .option('--target <file>', `${TARGET}; may be repeated`, repeated)
    .option('--reference', 'judge the embedded reference server')
    .option('--env <file>', 'read settings from this file too', listed)
    .addOption(alsoEnvFile());
  choosing(run)
    .option('--strict', 'warnings and instability break the gate')
    .option('--min-coverage <ratio>', 'must clauses to be judged; default 0.5 of each interface', ratio)
    .option('--no-preflight', 'judge even where addresses seem wrong')
    .option('--insecure', 'do not check certificates')
    .option('--dry-run', 'print the plan and its duration, send nothing')
    .option('--max-requests <n>', 'the most requests to send', whole(1))
    .option('--bail <n>', 'stop after this number of failed checks', whole(1))
    .option('--seed <n>', 'seed of all random choices; default 1', whole(Number.MIN_SAFE_INTEGER))
    .option('--replay <path>', 'run one counterexample of --check')
    .option('--reporter <names>', 'which reports to write; default all', listed)
    .option('--out <dir>', 'folder; default reports/<target>/<time>')
    .option('--json', 'print report.json on stdout')
    .option('--verbose', 'show every check')
    .option('--quiet', 'show findings and numbers alone')
    .option('--baseline <file>', 'accepted failures')
    .option('--update-baseline', 'write the failures to the baseline')
    .option('--resume <ledger>', 'continue an interrupted run')
    .option('--rerun <verdict-and-ledger...>', 'checks that had this verdict: failed [LEDGER]')
    .option('--allow-destructive', 'allow the handover, where the target does')
    .action(async (options: RunCommandOptions & EnvOptions) =>
      done(await (await import('../run.js')).runCommand(withEnvFiles(options), io)),
    );

  targeted(command('doctor', 'Check settings, addresses and credentials'))
    .option('--insecure', 'do not check certificates')
    .action(async (options: DoctorOptions & EnvOptions) =>
      done(await (await import('../doctor.js')).doctorCommand(withEnvFiles(options), io)),
    );

  const judge = targeted(
    command('judge <file...>', 'Judge recorded traffic: HAR, ledgers, NDJSON; - reads stdin'),
    'target file; base URLs are enough',
  ).option('--client', 'judge the client too, where all requests are of one');
  choosing(judge)
    .option('--strict', 'a warning breaks the gate too')
    .option('--min-coverage <ratio>', 'must clauses to be judged; default 0', ratio)
    .option('--reporter <names>', 'which reports to write; default all', listed)
    .option('--out <dir>', 'folder; default reports/<target>/<time>')
    .option('--json', 'print report.json on stdout')
    .option('--verbose', 'show every check')
    .option('--quiet', 'show findings and numbers alone')
    .option('--baseline <file>', 'accepted failures')
    .action(async (files: readonly string[], options: JudgeCommandOptions & EnvOptions) =>
      done(await (await import('../judge.js')).judgeCommand(files, withEnvFiles(options), io)),
    );

  targeted(
    command('proxy', 'Forward, record and judge requests; reports on Ctrl-C'),
    'target file; base URLs are enough',
  )
    .option('--client', 'judge the client too, where all requests are of one')
    .option('--listen <port>', 'port; default any free one', whole(0, 65_535))
    .option('--host <address>', 'address to listen on; default 127.0.0.1')
    .option('--insecure', 'do not check certificates')
    .option('--strict', 'a warning breaks the gate too')
    .option('--min-coverage <ratio>', 'must clauses to be judged; default 0', ratio)
    .option('--reporter <names>', 'which reports to write; default all', listed)
    .option('--out <dir>', 'folder; default reports/<target>/<time>')
    .option('--json', 'print report.json on stdout at the end')
    .action(async (options: ProxyCommandOptions & EnvOptions) =>
      done(await (await import('../proxy.js')).proxyCommand(withEnvFiles(options), io)),
    );

  const watch = targeted(command('watch', 'Judge a target whenever it changes; print what is new')).option(
    '--files <glob>',
    'judge again when a matching file changes',
    repeated,
  );
  choosing(watch)
    .option('--insecure', 'do not check certificates')
    .option('--seed <n>', 'seed of all random choices; default 1', whole(Number.MIN_SAFE_INTEGER))
    .action(async (options: WatchOptions & EnvOptions) =>
      done(await (await import('../watch/command.js')).watchCommand(withEnvFiles(options), io)),
    );
}

const TARGET = 'target file; default: assay.target.json, then .env';

/** The options that name a target. */
const targeted = (command: Command, about = TARGET): Command =>
  command
    .option('--target <file>', about)
    .option('--env <file>', 'read settings from this file too', listed)
    .addOption(alsoEnvFile());

/** The options that choose checks. */
const choosing = (command: Command): Command =>
  command
    .option('--interface <names>', 'only these interfaces', among('interface', INTERFACES))
    .option('--check <ids>', 'only these checks; * at the end: any ending', listed)
    .option('--exclude <ids>', 'not these checks', listed)
    .option('--clause <ids>', 'only checks of these clauses', listed)
    .option('--level <levels>', 'only clauses that are must, should, open', among('level', LEVELS));
