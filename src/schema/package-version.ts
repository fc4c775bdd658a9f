/** The version of this package. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from './package-root.js';

let read: string | undefined;

/** The version in package.json, which is read once. */
export function packageVersion(): string {
  if (read === undefined) {
    const { version } = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8'));
    read = String(version);
  }
  return read;
}
