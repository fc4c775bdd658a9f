import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../../schema/validate.js';

/**
 * The source file that defines a clause, such as `suites/platform/limit.ts`; undefined if none is
 * found. In a package without sources the compiled files are searched.
 */
export function definingFile(clause: string): string | undefined {
  const definition = new RegExp(`^\\s*['"]${clause}['"]: \\{\\s*clause: `, 'm');
  for (const folder of ['suites', 'dist/suites']) {
    const file = filesIn(folder).find((name) =>
      definition.test(readFileSync(path.join(packageRoot, name), 'utf8')),
    );
    if (file !== undefined) return file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
  }
  return undefined;
}

function filesIn(folder: string): readonly string[] {
  const root = path.join(packageRoot, folder);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true })
    .map((name) => path.posix.join(folder, String(name).replaceAll(path.sep, '/')))
    .filter((name) => /\.[jt]s$/.test(name) && !/\.(?:test|d)\.[jt]s$/.test(name));
}
