import type { Source } from '../../traffic/index.js';
import type { Io } from '../io.js';

/** In milliseconds. A log gets fewer lines, because its lines are not overwritten. */
const EVERY = { terminal: 200, log: 10_000 } as const;
const MEGABYTE = 1e6;

/** Shows the progress on stderr. Recordings are read twice. */
export function startReading(sources: readonly Source[], io: Io) {
  const { err, terminal } = io;
  const total = sources.reduce((sum, { size }) => sum + size, 0);
  const cuts = new Set<string>();
  let step = 'Read';
  let [characters, exchanges] = [0, 0];
  let lastShownAt = performance.now();
  const clear = (): void => {
    if (terminal.err) err('\r\u001b[K');
  };
  const line = (): string => {
    // The length of a compressed file is known only at its end.
    const of = characters <= total ? ` of ${(total / MEGABYTE).toFixed(0)}` : '';
    return `${step} ${(characters / MEGABYTE).toFixed(0)}${of} MB, ${exchanges} exchanges`;
  };
  return {
    cuts,
    cut: (why: string): void => void cuts.add(why),
    see(more: number, entries: number): void {
      characters += more;
      exchanges += entries;
      const now = performance.now();
      if (now - lastShownAt < (terminal.err ? EVERY.terminal : EVERY.log)) return;
      lastShownAt = now;
      err(terminal.err ? `\r\u001b[K${line()}` : `${line()}\n`);
    },
    /** Called before the second reading. */
    again(): void {
      step = 'Tested';
      [characters, exchanges] = [0, 0];
    },
    /** Replaces the progress line. */
    print(text: string): void {
      clear();
      err(`${text}\n`);
    },
    end: clear,
  };
}
