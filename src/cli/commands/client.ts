import type { ClientCommandOptions } from '../client/client.js';
import { parseList, parseRatio, parseWhole } from './arguments.js';
import type { Commands } from './commands.js';

/** The command `client`. */
export function clientCommands({ command, done, io }: Commands): void {
  command('client [command...]', 'Test a client: run COMMAND against scripted servers')
    .usage('[options] -- COMMAND…')
    .option('--scenario <ids>', 'only these; a trailing * matches any ending', parseList)
    .option('--clause <ids>', 'only scenarios of these clauses', parseList)
    .option('--serve', 'start no client; COMMAND… lists scenarios to serve')
    .option('--https', 'serve HTTPS; ASSAY_CA_FILE names the CA certificate')
    .option('--bind <address>', 'address for --serve; default 127.0.0.1')
    .option('--strict', 'warnings fail the gate')
    .option('--min-coverage <ratio>', 'least coverage; default 0.5', parseRatio)
    .option('--baseline <file>', 'accepted failures')
    .option('--update-baseline', 'write the failures to the baseline')
    .option('--stream', 'start the client once, for all tasks')
    .option('--bail', 'stop after the first failed scenario')
    .option(
      '--seed <n>',
      'seed of all random choices; default 1',
      parseWhole(Number.MIN_SAFE_INTEGER),
    )
    .option('--concurrency <n>', 'maximum number of concurrent scenarios; default 4', parseWhole(1))
    .option(
      '--timeout <seconds>',
      'stop a client after this many seconds; default 20',
      parseWhole(1),
    )
    .option('--keep-home', 'keep the home folder of the client')
    .option('--reporter <names>', 'which reports to write; default all', parseList)
    .option('--out <dir>', 'folder of reports; default reports/client/<time>')
    .option('--json', 'print report.json on stdout')
    .option('--verbose', 'show every scenario')
    .addHelpText('after', '\n"assay help clients" explains the tasks and environment of COMMAND.')
    .action(async (words: readonly string[], options: ClientCommandOptions) =>
      done(await (await import('../client/client.js')).clientCommand(words, options, io)),
    );
}
