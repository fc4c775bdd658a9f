/** The input and output of a command, and its exit codes. */

import type { Clock } from '../http/index.js';
import type { Environment } from '../settings/index.js';

/** Everything outside the program that a command may use. Tests pass their own. */
export interface Io {
  readonly environment: Environment;
  readonly cwd: string;
  /** Writes data to stdout. */
  readonly out: (text: string) => void;
  /** Writes progress and messages to stderr. */
  readonly err: (text: string) => void;
  /** Whether stdout supports colours, and whether stderr supports a progress line. */
  readonly terminal: {
    readonly out: boolean;
    readonly err: boolean;
    /** The number of columns; undefined if stdout is not a terminal. */
    readonly width?: number | undefined;
  };
  /**
   * The command with which this program was called, for commands that users paste. Default `npx
   * --no -- assay`.
   */
  readonly command?: string;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** The exit codes of all commands. */
export const EXIT = {
  holds: 0,
  broken: 1,
  usage: 2,
  unjudged: 3,
  fault: 70,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The options with which the terminal report is made. */
export const shapeOf = ({ terminal, command }: Io) => ({
  colours: terminal.out,
  width: terminal.width,
  command,
});
