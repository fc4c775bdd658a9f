import { readFileSync } from 'node:fs';
import path from 'node:path';
import { membersOf, textOfValue } from './json-value.js';
import { packageRoot } from './package-root.js';

let cached: ReturnType<typeof membersOf> | undefined;

/** The members of package.json, which is read once. */
function packageMembers() {
  cached ??= membersOf(JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')));
  return cached;
}

export const packageVersion = (): string => textOfValue(packageMembers().version);

/** The address of the documentation. */
export const homepage = (): string => textOfValue(packageMembers().homepage);
