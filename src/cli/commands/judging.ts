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
  const run = command('run', 'Judge a target: the one named, assay.target.json, or the one that the environment names')
    .option(
      '--target <file>',
      'target file; default: assay.target.json, else the environment and .env; may be repeated',
      repeated,
    )
    .option('--reference', 'judge the embedded reference server')
    .option('--env <file>', 'read settings from this file too; may be repeated', listed)
    .addOption(alsoEnvFile());
  choosing(run)
    .option('--strict', 'a warning, and an unstable target, break the gate too')
    .option('--min-coverage <ratio>', 'share of must clauses to be judged; default half of each interface', ratio)
    .option('--no-preflight', 'judge even if an address or a credential seems wrong')
    .option('--insecure', 'do not check certificates; every report says so')
    .option('--dry-run', 'print the plan and its duration, send nothing')
    .option('--max-requests <n>', 'the most requests to send', whole(1))
    .option('--bail <n>', 'stop after so many failed checks; the rest are named and skipped', whole(1))
    .option('--seed <n>', 'seed of all random choices; default 1', whole(Number.MIN_SAFE_INTEGER))
    .option('--replay <path>', 'run one counterexample of the check named with --check')
    .option('--reporter <names>', 'which reports to write; default all', listed)
    .option('--out <dir>', 'folder of the reports; default reports/<target>/<time>')
    .option('--json', 'print report.json on stdout')
    .option('--verbose', 'show every check, not only what needs attention')
    .option('--quiet', 'show findings and numbers alone')
    .option('--baseline <file>', 'accepted failures: a new one, a stale and an expired entry break the gate')
    .option('--update-baseline', 'write the failures of this run to the baseline, reasons kept')
    .option('--resume <ledger>', 'continue an interrupted run; what it judged is not asked again')
    .option(
      '--rerun <verdict-and-ledger...>',
      're-run checks that had this verdict: --rerun failed [LEDGER]; default: the last run',
    )
    .option('--allow-destructive', 'allow the handover where the target permits it')
    .action(async (options: RunCommandOptions & EnvOptions) =>
      done(await (await import('../run.js')).runCommand(withEnvFiles(options), io)),
    );

  targeted(command('doctor', 'Say what is configured, whether it answers and accepts you, and how long a run takes'))
    .option('--insecure', 'do not check certificates')
    .action(async (options: DoctorOptions & EnvOptions) =>
      done(await (await import('../doctor.js')).doctorCommand(withEnvFiles(options), io)),
    );

  const judge = targeted(
    command(
      'judge <file...>',
      'Judge traffic that somebody sent: HAR files, the ledger of a run, or exchanges as NDJSON; - reads stdin. Nothing is sent',
    ),
    'target file; base URLs are enough; default: that of the ledger, else as for run',
  ).option('--client', 'all requests are of one client: hold them against the clauses of clients as well');
  choosing(judge)
    .option('--strict', 'a warning breaks the gate too')
    .option('--min-coverage <ratio>', 'share of must clauses to be judged; default: no floor', ratio)
    .option('--reporter <names>', 'which reports to write; default all', listed)
    .option('--out <dir>', 'folder of the reports; default reports/<target>/<time>')
    .option('--json', 'print report.json on stdout')
    .option('--verbose', 'show every check, not only what needs attention')
    .option('--quiet', 'show findings and numbers alone')
    .option('--baseline <file>', 'accepted failures: a new one, a stale and an expired entry break the gate')
    .action(async (files: readonly string[], options: JudgeCommandOptions & EnvOptions) =>
      done(await (await import('../judge.js')).judgeCommand(files, withEnvFiles(options), io)),
    );

  targeted(
    command('proxy', 'Forward requests to the target, record them, and judge them as they pass; reports on Ctrl-C'),
    'target file; base URLs are enough; default as for run',
  )
    .option('--client', 'all requests are of one client: hold them against the clauses of clients as well')
    .option('--listen <port>', 'port; default any free one', whole(0, 65_535))
    .option('--host <address>', 'address to listen on; default 127.0.0.1')
    .option('--insecure', 'do not check certificates; every report says so')
    .option('--strict', 'a warning breaks the gate too')
    .option('--min-coverage <ratio>', 'share of must clauses to be judged; default: no floor', ratio)
    .option('--reporter <names>', 'which reports to write; default all', listed)
    .option('--out <dir>', 'folder of the ledger and the reports; default reports/<target>/<time>')
    .option('--json', 'print report.json on stdout at the end')
    .action(async (options: ProxyCommandOptions & EnvOptions) =>
      done(await (await import('../proxy.js')).proxyCommand(withEnvFiles(options), io)),
    );

  const watch = targeted(
    command('watch', 'Judge a target again whenever it changes, what failed first, and print only what is new'),
  ).option('--files <glob>', 'also judge again when a matching file changes; may be repeated', repeated);
  choosing(watch)
    .option('--insecure', 'do not check certificates')
    .option('--seed <n>', 'seed of all random choices; default 1', whole(Number.MIN_SAFE_INTEGER))
    .action(async (options: WatchOptions & EnvOptions) =>
      done(await (await import('../watch/command.js')).watchCommand(withEnvFiles(options), io)),
    );
}

/** The options that name a target. */
const targeted = (
  command: Command,
  about = 'target file; default: assay.target.json, else the environment and .env',
): Command =>
  command
    .option('--target <file>', about)
    .option('--env <file>', 'read settings from this file too; may be repeated', listed)
    .addOption(alsoEnvFile());

/** The options that choose checks. */
const choosing = (command: Command): Command =>
  command
    .option('--interface <names>', 'only these interfaces', among('interface', INTERFACES))
    .option('--check <ids>', 'only these checks; a trailing * matches any ending', listed)
    .option('--exclude <ids>', 'not these checks; a trailing * matches any ending', listed)
    .option('--clause <ids>', 'only checks of these clauses', listed)
    .option('--level <levels>', 'only clauses of these levels: must, should, open', among('level', LEVELS));
