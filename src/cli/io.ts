import type { Clock } from '../http/index.js';
import type { Environment } from '../settings/index.js';

/** What a command may touch of the world; tests pass their own. */
export interface Io {
  readonly environment: Environment;
  readonly cwd: string;
  /** Data. */
  readonly out: (text: string) => void;
  /** Progress and messages. */
  readonly err: (text: string) => void;
  /** Whether stdout takes colours, and stderr a progress line. */
  readonly terminal: {
    readonly out: boolean;
    readonly err: boolean;
    /** Columns; undefined if it is not a terminal. */
    readonly width?: number | undefined;
  };
  /**
   * How this program was called, for commands that are to be pasted. Default `npx --no -- assay`.
   */
  readonly command?: string;
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Exit codes of every command. */
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

/** How a report is to look where it is read. */
export const shapeOf = ({ terminal, command }: Io) => ({
  colours: terminal.out,
  width: terminal.width,
  command,
});
