import { listed, ratio, whole } from '../arguments.js';
import type { ClientCommandOptions } from '../client.js';
import type { Commands } from './commands.js';

/** Judging a client. */
export function clientCommands({ command, done, io, clientHelp }: Commands): void {
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
    .option('--bail', 'stop after the first failed scenario')
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
      done(await (await import('../client.js')).clientCommand(words, options, io)),
    );
}
