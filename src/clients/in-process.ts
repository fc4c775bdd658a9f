import type { Launch } from './launch.js';

/** What a client in this process sees of the world. */
export interface World {
  readonly settings: Readonly<Record<string, string>>;
  readonly task: string;
  readonly parameters: readonly string[];
  readonly print: (line: string | number) => void;
  /** A fetch that ends when the client is stopped. */
  readonly fetch: typeof fetch;
}

export class NotImplemented extends Error {
  override readonly name = 'NotImplemented';
}

/**
 * Runs a client in this process: a process of its own for every scenario would take the tests too
 * long.
 */
export const inProcess =
  (client: (world: World) => Promise<void>): Launch =>
  async (settings, signal, exited) => {
    const lines: string[] = [];
    const [task = '', ...parameters] = (settings.ASSAY_TASK ?? '').split(' ');
    const ended = (code: number, stderr = '') => ({ code, stdout: lines.join('\n'), stderr });
    try {
      await client({
        settings,
        task,
        parameters,
        print: (line) => void lines.push(String(line)),
        fetch: (input, init) => fetch(input, { ...init, signal }),
      });
      return ended(0);
    } catch (error) {
      if (error instanceof NotImplemented) return ended(64);
      return ended(1, error instanceof Error ? error.message : String(error));
    } finally {
      exited();
    }
  };
