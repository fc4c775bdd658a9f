import { Option } from 'commander';
import { listed } from './arguments.js';

export interface EnvOptions {
  readonly env?: readonly string[];
  readonly envFile?: readonly string[] | undefined;
}

export const withEnvFiles = <T extends EnvOptions>({ env = [], ...options }: T) => ({
  ...options,
  envFile: [...env, ...(options.envFile ?? [])],
});

/** Node interprets `--env-file` itself, wherever it is; hence the name `--env`. */
export const alsoEnvFile = (): Option =>
  new Option('--env-file <file>', 'the same as --env').argParser(listed).hideHelp();
