import { LISTS, type Listing } from '../catalogue/listings.js';
import type { Commands } from './commands.js';

/** The commands `list` and `explain`. */
export function catalogueCommands({ command, argument, done, io }: Commands): void {
  command('list', 'List clauses, checks, defects, shapes or load profiles')
    .addArgument(argument('[what]', 'what to list').choices(LISTS).default('checks'))
    .option('--json', 'as one JSON document')
    .action(async (what: Listing, options: { json?: boolean }) =>
      done(await (await import('../catalogue/list.js')).listCommand(what, options, io)),
    );

  command('explain <id>', 'Explain a clause, check or defect')
    .option('--json', 'as one JSON document')
    .action(async (id: string, options: { json?: boolean }) =>
      done(await (await import('../catalogue/explain.js')).explainCommand(id, options, io)),
    );
}
