/** The options `--env` and `--env-file`. */

import { Option } from 'commander';
import { parseList } from './arguments.js';

/** The env files that a command line names. */
export interface EnvOptions {
  readonly env?: readonly string[];
  readonly envFile?: readonly string[] | undefined;
}

/** Joins the files of both options. */
export const withEnvFiles = <T extends EnvOptions>({ env = [], ...options }: T) => ({
  ...options,
  envFile: [...env, ...(options.envFile ?? [])],
});

/**
 * The hidden option `--env-file`, which means the same as `--env`. Node interprets `--env-file`
 * itself, so the documented name is `--env`.
 */
export const alsoEnvFile = (): Option =>
  new Option('--env-file <file>', 'the same as --env').argParser(parseList).hideHelp();
