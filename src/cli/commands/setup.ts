import type { InitOptions } from '../setup/init.js';
import type { TokenOptions } from '../setup/token.js';
import { parseList } from './arguments.js';
import type { Commands } from './commands.js';
import { type EnvOptions, hiddenEnvFileOption, withEnvFiles } from './env-options.js';

/** The commands that prepare runs and requests: `init` and `token`. */
export function setupCommands({ command, done, io }: Commands): void {
  command('init', 'Write .env and a target file; overwrites nothing')
    .option('--ci <name>', 'also write a CI workflow for github or gitlab')
    .option('--from <file>', 'take the settings from this file')
    .option('--schema', 'write drafts of JSON Schemas from what the target returns')
    .action(async ({ schema, ...options }: InitOptions & { readonly schema?: boolean }) =>
      done(
        schema
          ? await (await import('../setup/init-schema.js')).initSchemas(io)
          : (await import('../setup/init.js')).initCommand(options, io),
      ),
    );

  command('token', 'Print an access token of the target, valid or altered')
    .option('--target <file>', 'target file; default: the environment and .env')
    .option('--env <file>', 'read settings from this file too', parseList)
    .addOption(hiddenEnvFileOption())
    .option('--insecure', 'do not verify certificates')
    .option('--interface <name>', 'interface of the token; default: templates')
    .option('--basic', 'send credentials as HTTP Basic instead of a form')
    .option('--client <name>', '`other` is the client of the second organization')
    .option('--request <form>', 'unusual token request: naming-another-client …')
    .option('--secret <name>', 'print the secret that reports show as ${NAME}')
    .option('--tamper <how>', 'signature, payload, alg-none, foreign-key, expired …')
    .action(async (options: TokenOptions & EnvOptions) =>
      done(await (await import('../setup/token.js')).tokenCommand(withEnvFiles(options), io)),
    );
}
