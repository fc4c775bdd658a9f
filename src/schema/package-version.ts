import { readFileSync } from 'node:fs';
import path from 'node:path';
import { textOfValue } from './json-value.js';
import { packageRoot } from './package-root.js';

let cached: string | undefined;

/** The version in package.json, which is read once. */
export function packageVersion(): string {
  if (cached === undefined) {
    const { version } = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8'));
    cached = textOfValue(version);
  }
  return cached;
}
