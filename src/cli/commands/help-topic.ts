/** `assay help TOPIC` prints a page of the documentation. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nearest } from '../../schema/nearest.js';
import { packageRoot } from '../../schema/validate.js';
import { UsageError } from '../../settings/usage-error.js';

const folder = path.join(packageRoot, 'docs');

export const topics = (): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.basename(file, '.md'))
    .sort();

/** The text of a page. Throws a UsageError for an unknown name, which lists all pages. */
export function topicPage(name: string): string {
  const known = topics();
  if (known.includes(name)) return readFileSync(path.join(folder, `${name}.md`), 'utf8');
  const near = nearest(name, known);
  const hint = near === undefined ? '' : `Did you mean "${near}"? `;
  throw new UsageError(`Unknown command or page "${name}". ${hint}Pages: ${known.join(', ')}.`);
}
