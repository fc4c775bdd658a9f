import { listed, port, repeated, whole } from '../arguments.js';
import type { LoadCommandOptions } from '../load.js';
import type { Commands } from './commands.js';
import { alsoEnvFile, type EnvOptions, withEnvFiles } from './env-options.js';

/** Putting load on a target. */
export function loadCommands({ command, done, io }: Commands): void {
  command('load [profile]', 'Put load on a target: a profile file, or the name of a bundled one')
    .option('--target <file>', 'target file; default: assay.target.json, else the environment and .env')
    .option('--reference', 'put load on the embedded reference server')
    .option('--env <file>', 'read settings from this file too; may be repeated', listed)
    .addOption(alsoEnvFile())
    .option(
      '--engine <name>',
      'what sends the requests; default: undici for HTTP/2 and through a proxy, else autocannon',
    )
    .option('--workers <n>', 'threads that share the rate', whole(1))
    .option('--repeat <n>', 'runs on each side of a comparison', whole(1))
    .option('--baseline <file>', 'a load-report.json to compare with')
    .option('--baseline-target <file>', 'a target to run against in turn, for the comparison')
    .option('--output <kind=place>', 'tell the run to: ndjson=FILE, csv=FILE, otlp=URL; may be repeated', repeated)
    .option('--samples <n>', 'the most samples a second in a file, chosen at random; default every one', whole(1))
    .option('--live [port]', 'the report in a browser of this machine, during the run', port)
    .option('--from-har <file>', 'print a profile made from a recording instead of running')
    .option('--export <tool>', 'write a script for another tool instead of running: artillery')
    .option('--out <dir>', 'folder of the reports')
    .option('--json', 'print load-report.json on stdout')
    .option('--quiet', 'no live progress')
    .option('--allow-destructive', 'allow a handover scenario where the target permits it')
    .action(async (profile: string | undefined, options: LoadCommandOptions & EnvOptions) =>
      done(await (await import('../load.js')).loadCommand(profile, withEnvFiles(options), io)),
    );
}
