import type { Io } from '../io.js';

/**
 * Writes the progress of a long command over the previous line. Writes nothing if stderr is not a
 * terminal.
 */
export const progressOn =
  (io: Io) =>
  (text: string): void =>
    io.err(io.terminal.err ? `\r\u001b[K${text}` : '');
