import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../schema/validate.js';

interface Place {
  readonly file: string;
  /** Relative to the folder of the package. */
  readonly shown: string;
  readonly line: number;
  readonly column: number;
}

let files: readonly (readonly [file: string, text: string])[] | undefined;

/**
 * The source line of a check of Assay; undefined for a generated id and for checks of other
 * packages.
 */
export function placeOf(id: string): Place | undefined {
  files ??= sources();
  for (const [file, text] of files) {
    // In the source, the key of a check is its id, or its clauses followed by its id.
    const at = [`'${id}':`, ` ${id}':`]
      .map((written) => text.indexOf(written))
      .find((position) => position >= 0);
    if (at === undefined) continue;
    const before = text.slice(0, at).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    return {
      file,
      shown: path.relative(packageRoot, file).replaceAll(path.sep, '/'),
      line: before.length,
      column,
    };
  }
  return undefined;
}

/** The source files of the suites, or their compiled files if the package has no sources. */
function sources(): readonly (readonly [string, string])[] {
  const folder = ['suites/export', 'dist/suites/export'].find((name) =>
    existsSync(path.join(packageRoot, name)),
  );
  if (folder === undefined) return [];
  const root = path.join(packageRoot, path.dirname(folder));
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test|\.d)\.[jt]s$/.test(name))
    .map((name) => [path.join(root, name), readFileSync(path.join(root, name), 'utf8')] as const);
}
