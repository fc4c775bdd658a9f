import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nearest } from '../../schema/nearest.js';
import { packageRoot } from '../../schema/validate.js';
import { UsageError } from '../../settings/usage-error.js';

const folder = path.join(packageRoot, 'docs');

/** The pages of the documentation, by the names under which `assay help` prints them. */
export const topics = (): readonly string[] =>
  readdirSync(folder)
    .map((file) => path.basename(file, '.md'))
    .sort();

/** A page of the documentation. Throws a UsageError with the names that there are. */
export function topicPage(name: string): string {
  const known = topics();
  if (known.includes(name)) return readFileSync(path.join(folder, `${name}.md`), 'utf8');
  const near = nearest(name, known);
  throw new UsageError(
    `Unknown command or page "${name}". ${near === undefined ? '' : `Did you mean "${near}"? `}Pages: ${known.join(', ')}.`,
  );
}
