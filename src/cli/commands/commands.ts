import type { Argument, Command } from 'commander';
import type { ExitCode, Io } from '../io.js';

/**
 * The functions that define commands. The code of a command is imported only when the command is
 * called.
 */
export interface Commands {
  readonly command: (usage: string, description: string) => Command;
  readonly argument: (usage: string, description: string) => Argument;
  readonly io: Io;
  /** Receives the exit code of the command. */
  readonly done: (code: ExitCode) => void;
}
