import type { Io } from '../io.js';

/**
 * Returns a function that replaces the progress line on stderr. It writes nothing if stderr is not
 * a terminal.
 */
export const progressOn =
  (io: Io) =>
  (text: string): void =>
    io.err(io.terminal.err ? `\r\u001b[K${text}` : '');
