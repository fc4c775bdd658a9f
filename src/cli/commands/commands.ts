import type { Argument, Command } from 'commander';
import type { ExitCode, Io } from '../io.js';

/** What a group of commands is made with. What a command does is loaded when it is called. */
export interface Commands {
  readonly command: (usage: string, description: string) => Command;
  readonly argument: (usage: string, description: string) => Argument;
  readonly io: Io;
  readonly done: (code: ExitCode) => void;
}
