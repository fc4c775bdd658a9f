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
  /** Also for commands that judge nothing, such as those that only print. */
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

/** Returns the options with which the terminal report is printed. */
export const terminalOptions = ({ terminal, command }: Io) => ({
  colours: terminal.out,
  width: terminal.width,
  command,
});
