/**
 * Everything outside the program that a command may use (`Io`), and the exit codes. Tests pass an
 * `Io` of their own.
 */

import type { Clock } from '../http/index.js';
import type { Environment } from '../settings/index.js';

export interface Io {
  readonly environment: Environment;
  readonly cwd: string;
  /** Data, on stdout. */
  readonly out: (text: string) => void;
  /** Progress and messages, on stderr. */
  readonly err: (text: string) => void;
  /** `out`: stdout supports colours. `err`: stderr supports a progress line. */
  readonly terminal: {
    readonly out: boolean;
    readonly err: boolean;
    /** In columns; undefined if stdout is not a terminal. */
    readonly width?: number | undefined;
  };
  /** How the user calls Assay, for commands to paste. Default `npx --no -- assay`. */
  readonly command?: string;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

export const EXIT = {
  /** The target passes. Also for commands that test nothing, such as those that only print. */
  holds: 0,
  /** A check failed, a threshold was missed, or a comparison shows a regression. */
  broken: 1,
  /** An option or a setting is invalid, or a file cannot be read or written. */
  usage: 2,
  /** The target could not be tested, or not enough of it. */
  unjudged: 3,
  /** An internal error of Assay. */
  fault: 70,
  /** The codes of signals are 128 and the number of the signal: SIGHUP, SIGINT and SIGTERM. */
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Returns the options with which the terminal report is printed. */
export const terminalOptions = ({ terminal, command }: Io) => ({
  colours: terminal.out,
  width: terminal.width,
  command,
});
