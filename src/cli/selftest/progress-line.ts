import type { Io } from '../io.js';

/** Overwrites the previous progress line. Writes nothing if stderr is not a terminal. */
export const progressOn =
  (io: Io) =>
  (text: string): void =>
    io.err(io.terminal.err ? `\r\u001b[K${text}` : '');
