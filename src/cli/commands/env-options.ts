/** The options `--env` and `--env-file`, which mean the same. */

import { Option } from 'commander';
import { parseList } from './arguments.js';

export interface EnvOptions {
  readonly env?: readonly string[];
  readonly envFile?: readonly string[] | undefined;
}

/** Joins the values of both options in `envFile`. */
export const withEnvFiles = <T extends EnvOptions>({ env = [], ...options }: T) => ({
  ...options,
  envFile: [...env, ...(options.envFile ?? [])],
});

/** Hidden, because Node itself may interpret `--env-file` first. `--env` is documented. */
export const hiddenEnvFileOption = (): Option =>
  new Option('--env-file <file>', 'the same as --env').argParser(parseList).hideHelp();
