import type { Io } from '../io.js';

/** Writes how far a long command has come, over what it wrote before; nothing where nobody looks. */
export const progressOn =
  (io: Io) =>
  (text: string): void =>
    io.err(io.terminal.err ? `\r\u001b[K${text}` : '');
