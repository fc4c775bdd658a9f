import { statSync, watch } from 'node:fs';
import path from 'node:path';
import picomatch from 'picomatch';
import { UsageError } from '../../settings/index.js';

/**
 * Calls `report` with each matching file that is written, created or removed. Patterns are relative
 * to `cwd`, and only the folder at the beginning of a pattern is watched. Returns a function that
 * stops watching. Throws a UsageError if the folder of a pattern does not exist.
 */
export function watchFiles(
  patterns: readonly string[],
  cwd: string,
  report: (name: string) => void,
): () => void {
  const watchers = patterns.map((pattern) => {
    const { base, glob } = picomatch.scan(pattern);
    const folder = path.resolve(cwd, glob === '' ? path.dirname(base) : base);
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(
        `--files ${pattern}: ${path.relative(cwd, folder) || '.'} is not a folder. Correct the pattern.`,
      );
    const fits = picomatch(path.resolve(cwd, pattern), { dot: true });
    return watch(folder, { recursive: glob !== '' }, (_, name) => {
      if (name === null) return;
      const full = path.join(folder, name);
      if (fits(full)) report(path.relative(cwd, full));
    });
  });
  return () => {
    for (const watcher of watchers) watcher.close();
  };
}
