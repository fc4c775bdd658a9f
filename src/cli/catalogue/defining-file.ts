import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../../schema/validate.js';

/**
 * The source file that defines a clause, such as `suites/platform/limit.ts`; undefined if none is
 * found. In a package without sources, the compiled files are searched, and the name of the source
 * is returned.
 */
export function definingFile(clause: string): string | undefined {
  // Later entries of the map replace earlier ones, so that sources take precedence.
  filesByClause ??= new Map(['dist/suites', 'suites'].flatMap(definitionsIn));
  return filesByClause
    .get(clause)
    ?.replace(/^dist\//, '')
    .replace(/\.js$/, '.ts');
}

/** Each file is read only once in a process. */
let filesByClause: ReadonlyMap<string, string> | undefined;

const DEFINITION = /^\s*['"]([A-Z][A-Z0-9-]*)['"]: \{\s*clause: /gm;

/** The ids of clauses, each with the file that defines it. */
const definitionsIn = (folder: string): readonly (readonly [string, string])[] =>
  filesIn(folder).flatMap((name) =>
    [...readFileSync(path.join(packageRoot, name), 'utf8').matchAll(DEFINITION)].map(
      ([, clause = '']) => [clause, name] as const,
    ),
  );

function filesIn(folder: string): readonly string[] {
  const root = path.join(packageRoot, folder);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true })
    .map((name) => path.posix.join(folder, String(name).replaceAll(path.sep, '/')))
    .filter((name) => /\.[jt]s$/.test(name) && !/\.(?:test|d)\.[jt]s$/.test(name));
}
