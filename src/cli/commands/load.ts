import type { LoadCommandOptions } from '../load/load.js';
import { parseList, parsePort, parsePositive, parseRepeated, parseWhole } from './arguments.js';
import type { Commands } from './commands.js';
import { type EnvOptions, hiddenEnvFileOption, withEnvFiles } from './env-options.js';

/** The command `load`. */
export function loadCommands({ command, done, io }: Commands): void {
  command('load [profile]', 'Put load on a target: a profile file, or the name of a bundled one')
    .option('--target <file>', 'target file; default: assay.target.json, then .env')
    .option('--reference', 'put load on the embedded reference server')
    .option('--env <file>', 'read settings from this file too', parseList)
    .addOption(hiddenEnvFileOption())
    .option(
      '--engine <name>',
      'autocannon or undici; default: autocannon if it supports the profile',
    )
    .option('--rate <n>', 'scenario starts per second, instead of the stages', parsePositive)
    .option('--users <n>', 'virtual users, instead of the stages', parseWhole(1, 10_000))
    .option('--duration <time>', 'duration of the run, such as 30s or 5min')
    .option('--stages <list>', 'ramps (duration:end), such as 30s:50,1min:50')
    .option('--dry-run', 'show what would be sent, and send nothing')
    .option('--print', 'print the profile as JSON to edit')
    .option('--workers <n>', 'threads that share the rate', parseWhole(1))
    .option('--repeat <n>', 'runs on each side of a comparison', parseWhole(1))
    .option('--baseline <file>', 'a load-report.json to compare with')
    .option('--baseline-target <file>', 'a target to compare with, in alternating runs')
    .option(
      '--output <kind=place>',
      'ndjson=FILE, csv=FILE, otlp=URL, prometheus=PORT',
      parseRepeated,
    )
    .option('--samples <n>', 'maximum samples per second in a file; default all', parseWhole(1))
    .option('--live [port]', 'show the report in a browser during the run', parsePort)
    .option('--from-har <file>', 'print a profile made from a recording')
    .option('--export <tool>', 'write a script for another tool: artillery')
    .option('--out <dir>', 'folder of the reports')
    .option('--json', 'print load-report.json on stdout')
    .option('--quiet', 'no live progress')
    .option('--allow-destructive', 'allow handovers, which move data permanently')
    .action(async (profile: string | undefined, options: LoadCommandOptions & EnvOptions) =>
      done(await (await import('../load/load.js')).loadCommand(profile, withEnvFiles(options), io)),
    );
}
