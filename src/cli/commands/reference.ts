import { Option } from 'commander';
import type { ServeOptions } from '../reference/serve.js';
import type { SelftestOptions } from '../selftest/command.js';
import { parseList, parsePort, parseWhole } from './arguments.js';
import type { Commands } from './commands.js';

/** The commands that use the reference server. */
export function referenceCommands({ command, done, io }: Commands): void {
  command('serve', 'Serve the reference implementation')
    .option('--port <n>', 'port; default: any free port', parsePort)
    .option('--separate-ports', 'use a separate port for each interface')
    .option('--data <file>', 'serve these product records: a JSON array or NDJSON')
    .option('--token-lifetime <seconds>', 'lifetime of access tokens; default 300', parseWhole(1))
    .addOption(new Option('--rate-limit <rate>', 'return 429 above this rate, e.g. 60/min'))
    .option('--defect <ids>', 'enable these defects', parseList)
    .option('--honest <json>', 'conforming server to serve, as printed by `selftest --honest`')
    .option('--json', 'print a target file for the server')
    .action(async (options: ServeOptions) =>
      done(await (await import('../reference/serve.js')).serveCommand(options, io)),
    );

  selftestCommandLine({ command, done, io });

  command('data', 'Print the records of the reference server as NDJSON').action(async () =>
    done(await (await import('../reference/data.js')).dataCommand(io)),
  );
}

function selftestCommandLine({
  command,
  done,
  io,
}: Pick<Commands, 'command' | 'done' | 'io'>): void {
  command('selftest', 'Test the checks against faulty and conforming reference servers')
    .option('--defect <ids>', 'only these defects', parseList)
    .option('--clause <ids>', 'only defects and checks of these clauses', parseList)
    .option('--check <ids>', 'only these checks, and the defects of their clauses', parseList)
    .option(
      '--interface <names>',
      'only defects and conforming servers of these interfaces',
      parseList,
    )
    .option('--matrix <file>', 'write a page of the defects that each check catches')
    .option('--all', 'run every check on each defect and conforming variant')
    .option('--honest <n>', 'test only against N generated conforming servers', parseWhole(1))
    .option(
      '--seed <n>',
      'seed of all random choices; default 1',
      parseWhole(Number.MIN_SAFE_INTEGER),
    )
    // `src/selftest/many-records.ts` explains the least number.
    .option('--records <n>', 'number of records on the export servers', parseWhole(102))
    .option('--json', 'as one JSON document')
    .action(async (options: SelftestOptions) =>
      done(await (await import('../selftest/command.js')).selftestCommand(options, io)),
    );
}
