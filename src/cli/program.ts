import { inspect } from 'node:util';
import { Command, CommanderError, Option } from 'commander';
import { withoutSecrets } from '../http/redact.js';
import { UsageError } from '../target/usage-error.js';
import { isLoadReport, listed, onlyOne, port, ratio, repeated, whole } from './arguments.js';
import type { ClientCommandOptions } from './client.js';
import type { CompareOptions } from './compare.js';
import { helpExamples } from './help-examples.js';
import type { InitOptions } from './init.js';
import { EXIT, type ExitCode, type Io } from './io.js';
import { LISTS, type Listing } from './listings.js';
import type { LoadCommandOptions } from './load.js';
import { refusedByMachine } from './refused.js';
import type { ReportOptions } from './report.js';
import type { RunCommandOptions } from './run-options.js';
import type { SelftestOptions } from './selftest/command.js';
import type { ServeOptions } from './serve.js';
import type { SeveralOptions } from './several-files.js';
import type { TokenOptions } from './token.js';
import { toolVersion } from './version.js';
import type { WatchOptions } from './watch/command.js';

/** Runs one command line and answers its exit code; a stack trace is shown for our own faults only. */
export async function runProgram(argv: readonly string[], given: Io): Promise<number> {
  const io: Io = { ...given, err: (text) => given.err(withoutSecrets(text)) };
  let code: ExitCode = EXIT.holds;
  // What a client may be asked to do stands with its scenarios, which no other command loads.
  const clientHelp = argv[0] === 'client' || argv[0] === 'help' ? (await import('./client-help.js')).clientHelp : '';
  const program = buildProgram(
    io,
    (result) => {
      code = result;
    },
    clientHelp,
  );
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.holds : EXIT.usage;
    if (error instanceof UsageError) {
      io.err(`${error.message}\n`);
      return EXIT.usage;
    }
    const refused = refusedByMachine(error);
    if (refused !== undefined) {
      io.err(`${refused}\n`);
      return EXIT.usage;
    }
    io.err(`A fault of Assay, not of the target:\n${error instanceof Error ? error.stack : inspect(error)}\n`);
    return EXIT.fault;
  }
}

interface EnvOptions {
  readonly env?: readonly string[];
  readonly envFile?: readonly string[] | undefined;
}

const withEnvFiles = <T extends EnvOptions>({ env = [], ...options }: T) => ({
  ...options,
  envFile: [...env, ...(options.envFile ?? [])],
});

/** Node takes `--env-file` for its own wherever it stands: `--env` is what it is called now. */
const alsoEnvFile = (): Option => new Option('--env-file <file>', 'the same as --env').argParser(listed).hideHelp();

/** The commands and their options. What a command does is loaded when it is called. */
export function buildProgram(io: Io, done: (code: ExitCode) => void, clientHelp = ''): Command {
  const program = new Command('assay')
    .description(
      'Judges the export, export-template, platform and handover interfaces against their document, and puts load on them.',
    )
    .version(toolVersion())
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err });
  const command = (usage: string, description: string): Command => {
    const made = program
      .command(usage)
      .description(description)
      .exitOverride()
      .configureOutput({ writeOut: io.out, writeErr: io.err });
    return made.addHelpText('after', () => helpExamples(made.name()));
  };

  command('run', 'Judge a target: the one named, assay.target.json, or the one that the environment names')
    .option(
      '--target <file>',
      'target file; default: assay.target.json, else the environment and .env; may be repeated',
      repeated,
    )
    .option('--reference', 'judge the embedded reference server')
    .option('--env <file>', 'read settings from this file too; may be repeated', listed)
    .addOption(alsoEnvFile())
    .option('--interface <names>', 'only these interfaces', listed)
    .option('--check <ids>', 'only these checks; a trailing * matches any ending', listed)
    .option('--exclude <ids>', 'not these checks; a trailing * matches any ending', listed)
    .option('--clause <ids>', 'only checks of these clauses', listed)
    .option('--level <levels>', 'only clauses of these levels: must, should, open', listed)
    .option('--strict', 'a warning, and an unstable target, break the gate too')
    .option('--min-coverage <ratio>', 'share of must clauses to be judged; default half of each interface', ratio)
    .option('--no-preflight', 'judge even where an address or a credential seems wrong')
    .option('--insecure', 'do not check certificates; every report says so')
    .option('--dry-run', 'print the plan and its duration, send nothing')
    .option('--max-requests <n>', 'the most requests to send', whole(1))
    .option(
      '--bail <n>',
      'begin no further check once so many failed; those left out are named and never green',
      whole(1),
    )
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
      'ask again what came to a verdict: --rerun failed [LEDGER], by default of the last run',
    )
    .option('--allow-destructive', 'let the handover happen where the target allows it')
    .action(async (options: RunCommandOptions & EnvOptions) =>
      done(await (await import('./run.js')).runCommand(withEnvFiles(options), io)),
    );

  command('watch', 'Judge a target again whenever it changes, what failed first, and print only what is new')
    .option('--target <file>', 'target file; default: assay.target.json, else the environment and .env')
    .option('--env <file>', 'read settings from this file too; may be repeated', listed)
    .addOption(alsoEnvFile())
    .option('--files <glob>', 'judge again when such a file changes; may be repeated', repeated)
    .option('--interface <names>', 'only these interfaces', listed)
    .option('--check <ids>', 'only these checks; a trailing * matches any ending', listed)
    .option('--exclude <ids>', 'not these checks; a trailing * matches any ending', listed)
    .option('--clause <ids>', 'only checks of these clauses', listed)
    .option('--level <levels>', 'only clauses of these levels: must, should, open', listed)
    .option('--insecure', 'do not check certificates')
    .option('--seed <n>', 'seed of all random choices; default 1', whole(Number.MIN_SAFE_INTEGER))
    .action(async (options: WatchOptions & EnvOptions) =>
      done(await (await import('./watch/command.js')).watchCommand(withEnvFiles(options), io)),
    );

  command('list', 'List clauses, checks, defects or load profiles; or print the OpenAPI document of the interfaces')
    .addArgument(program.createArgument('[what]', 'what to list').choices(LISTS).default('checks'))
    .option('--json', 'as one JSON document')
    .action(async (what: Listing, options: { json?: boolean }) =>
      done(await (await import('./list.js')).listCommand(what, options, io)),
    );

  command('explain <id>', 'Say what one clause, check or defect means')
    .option('--json', 'as one JSON document')
    .action(async (id: string, options: { json?: boolean }) =>
      done(await (await import('./explain.js')).explainCommand(id, options, io)),
    );

  command('serve', 'Serve the reference implementation, for people who build clients')
    .option('--port <n>', 'port; default any free one', whole(0, 65_535))
    .option('--separate-ports', 'a port for each interface')
    .option('--data <file>', 'serve these product records: a JSON array or NDJSON')
    .option('--token-lifetime <seconds>', 'lifetime of access tokens; default 300', whole(1))
    .addOption(new Option('--rate-limit <rate>', 'answer 429 beyond this, e.g. 60/min'))
    .option('--defect <ids>', 'break it with these defects', listed)
    .option('--json', 'print base URLs and credentials as one JSON document: a target file')
    .action(async (options: ServeOptions) => done(await (await import('./serve.js')).serveCommand(options, io)));

  command('selftest', 'Prove the suite: every defect of the reference server is caught, every healthy variant passes')
    .option('--defect <ids>', 'only these defects', listed)
    .option('--interface <names>', 'only defects of these interfaces', listed)
    .option('--matrix <file>', 'write what each check catches as a page')
    .option('--dictionary <file>', 'write which checks notice each defect, by which a run names its causes')
    .option(
      '--all',
      'put every check to each defect, not only those of its clause, and all questions to healthy servers',
    )
    .option('--seed <n>', 'seed of all random choices; default 1', whole(Number.MIN_SAFE_INTEGER))
    .option('--json', 'as one JSON document')
    .action(async (options: SelftestOptions) =>
      done(await (await import('./selftest/command.js')).selftestCommand(options, io)),
    );

  command('data', 'Print the reference dataset (NDJSON), to load into a server and name as its fixture').action(
    async () => done(await (await import('./data.js')).dataCommand(io)),
  );

  command('init', 'Write a commented .env and a target file; nothing is overwritten')
    .option('--ci <name>', 'write a workflow too: github or gitlab')
    .action(async (options: InitOptions) => done(await (await import('./init.js')).initCommand(options, io)));

  command('token', 'Print a token of the target, whole or tampered with, for commands that show a finding')
    .option('--target <file>', 'target file; default: the environment and .env')
    .option('--env-file <file>', 'read settings from this file too; may be repeated', listed)
    .option('--insecure', 'do not check certificates')
    .option('--interface <name>', 'the interface whose token is wanted; default templates')
    .option('--basic', 'obtain it with HTTP Basic instead of a form')
    .option('--client <name>', 'the client that it is issued to: other is the one of the second organization')
    .option(
      '--tamper <how>',
      'make one that no verifier may take: signature, payload, alg-none, foreign-key, expired …',
    )
    .action(async (options: TokenOptions) => done(await (await import('./token.js')).tokenCommand(options, io)));

  command('client [command...]', 'Judge a client: run COMMAND against scripted servers, scenario by scenario')
    .usage('[options] -- COMMAND…')
    .option('--scenario <ids>', 'only these scenarios; a trailing * matches any ending', listed)
    .option('--clause <ids>', 'only scenarios of these clauses', listed)
    .option('--serve', 'start no client: COMMAND… are scenarios, begun and ended over a control address')
    .option('--https', 'the servers speak HTTPS; ASSAY_CA_FILE names the authority that the client has to trust')
    .option('--bind <address>', 'where --serve listens; default 127.0.0.1')
    .option('--strict', 'a warning breaks the gate too')
    .option('--min-coverage <ratio>', 'share of must clauses to be judged; default half of them', ratio)
    .option('--baseline <file>', 'accepted failures: a new one, a stale and an expired entry break the gate')
    .option('--update-baseline', 'write the failures of this run to the baseline, reasons kept')
    .option('--stream', 'start the client once and write it one task after the other: for runtimes that start slowly')
    .option('--bail', 'start no further scenario once one failed')
    .option('--seed <n>', 'seed of all random choices; default 1', whole(Number.MIN_SAFE_INTEGER))
    .option('--concurrency <n>', 'scenarios under way at once; default 4', whole(1))
    .option('--timeout <seconds>', 'after which a client is stopped; default 20', whole(1))
    .option('--keep-home', 'leave the client its home folder; default an empty one for each scenario')
    .option('--reporter <names>', 'which reports to write; default all', listed)
    .option('--out <dir>', 'folder of the reports; default reports/client/<time>')
    .option('--json', 'print report.json on stdout')
    .option('--verbose', 'show every scenario, not only what needs attention')
    .addHelpText('after', clientHelp)
    .action(async (words: readonly string[], options: ClientCommandOptions) =>
      done(await (await import('./client.js')).clientCommand(words, options, io)),
    );

  command('load <profile>', 'Put load on a target: a profile file, or the name of a bundled one')
    .option('--target <file>', 'target file; default: the environment, else the embedded reference server')
    .option('--env <file>', 'read settings from this file too; may be repeated', listed)
    .addOption(alsoEnvFile())
    .option('--engine <name>', 'what sends the requests: autocannon (default) or undici')
    .option('--workers <n>', 'threads that share the rate', whole(1))
    .option('--share <part>', 'the part of the schedule that this machine takes, such as 2/4; merge with assay report')
    .option('--start-at <time>', 'when every share starts, such as 12:00:00Z; default at once')
    .option('--repeat <n>', 'runs on each side of a comparison', whole(1))
    .option('--baseline <file>', 'a load-report.json to compare with')
    .option('--baseline-target <file>', 'a target to run against in turn, for the comparison')
    .option(
      '--output <kind=place>',
      'tell the run to: ndjson=, csv=, hlog=FILE, prometheus=PORT, otlp=URL; may be repeated',
      repeated,
    )
    .option('--samples <n>', 'the most samples a second in a file, chosen at random; default every one', whole(1))
    .option('--live [port]', 'the report in a browser of this machine, during the run', port)
    .option('--export <tool>', 'write a script for another tool instead of running: artillery or k6')
    .option('--out <dir>', 'folder of the reports')
    .option('--json', 'print load-report.json on stdout')
    .option('--quiet', 'no live progress')
    .option('--allow-destructive', 'let a handover scenario run where the target allows it')
    .action(async (profile: string, options: LoadCommandOptions & EnvOptions) =>
      done(await (await import('./load.js')).loadCommand(profile, withEnvFiles(options), io)),
    );

  command(
    'report [ledger...]',
    'Make reports again from a ledger, by default that of the last run, or merge the load-report.json of several machines',
  )
    .option('--reporter <names>', 'which reports; default terminal', listed)
    .option('--out <dir>', 'write files there; default: print the only one asked for')
    .option('--json', 'print the merged load report as one JSON document')
    .action(async (files: readonly string[], options: ReportOptions) =>
      done(
        files.length > 0 && files.every(isLoadReport)
          ? await (await import('./load-reports.js')).mergeLoadReportsCommand(files, options, io)
          : await (await import('./report.js')).reportCommand(
              files.length === 0 ? (await import('./latest.js')).latestLedger(io.cwd) : onlyOne(files),
              options,
              io,
            ),
      ),
    );

  command('compare <before> <after>', 'Say what changed between two runs, or between two load reports')
    .option('--profile <file>', 'for load reports: the profile whose limits on ratios are judged')
    .option('--html <file>', 'write it as a page too')
    .option('--json', 'as one JSON document')
    .action(async (before: string, after: string, options: CompareOptions & { readonly profile?: string }) =>
      done(
        isLoadReport(before) && isLoadReport(after)
          ? await (await import('./load-reports.js')).compareLoadReportsCommand(before, after, options, io)
          : await (await import('./compare.js')).compareCommand(before, after, options, io),
      ),
    );

  command(
    'history <dir...>',
    'The trend of each target over the runs below these folders: both numbers, and what came and went',
  )
    .option('--out <dir>', 'write history.html, history.md and history.json there')
    .option('--json', 'as one JSON document')
    .action(async (folders: readonly string[], options: SeveralOptions) =>
      done((await import('./history.js')).historyCommand(folders, options, io)),
    );

  command('matrix <run...>', 'Implementations side by side, clause by clause: a run of each')
    .option('--out <dir>', 'write matrix.html, matrix.md, matrix.json and a badge for each there')
    .option('--json', 'as one JSON document')
    .action(async (runs: readonly string[], options: SeveralOptions) =>
      done((await import('./matrix.js')).matrixCommand(runs, options, io)),
    );

  return program;
}
