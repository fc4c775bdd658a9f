import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../schema/package-root.js';

/** The version in package.json. */
export const toolVersion = (): string => {
  const { version } = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  return version;
};
