import type { Source } from '../../traffic/index.js';
import type { Io } from '../io.js';

/**
 * Milliseconds between two progress lines. A log gets fewer, because its lines are not overwritten.
 */
const INTERVAL_MS = { terminal: 200, log: 10_000 } as const;
const MEGABYTE = 1e6;

/** Shows on stderr how much of the recordings is read. They are read twice. */
export function startReadingProgress(sources: readonly Source[], io: Io) {
  const { err, terminal } = io;
  const total = sources.reduce((sum, { size }) => sum + size, 0);
  const damages = new Set<string>();
  const losses = new Set<string>();
  let step = 'Read';
  let [characters, exchanges] = [0, 0];
  let lastShownAt = performance.now();
  const clear = (): void => {
    if (terminal.err) err('\r\u001b[K');
  };
  const line = (): string => {
    // For a compressed file, `total` is the compressed size, which the read characters exceed.
    const ofTotal = characters <= total ? ` of ${(total / MEGABYTE).toFixed(0)}` : '';
    return `${step} ${(characters / MEGABYTE).toFixed(0)}${ofTotal} MB, ${exchanges} exchanges`;
  };
  return {
    /** Why exchanges cannot be used, each reason once. */
    damages,
    /** The damages of the files themselves. */
    losses,
    addDamage(why: string, isFile = false): void {
      damages.add(why);
      if (isFile) losses.add(why);
    },
    see(readCharacters: number, readExchanges: number): void {
      characters += readCharacters;
      exchanges += readExchanges;
      const now = performance.now();
      if (now - lastShownAt < (terminal.err ? INTERVAL_MS.terminal : INTERVAL_MS.log)) return;
      lastShownAt = now;
      err(terminal.err ? `\r\u001b[K${line()}` : `${line()}\n`);
    },
    /** Called before the second reading. */
    again(): void {
      step = 'Tested';
      [characters, exchanges] = [0, 0];
    },
    /** Prints a line in place of the progress line. */
    print(text: string): void {
      clear();
      err(`${text}\n`);
    },
    end: clear,
  };
}
