import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder with package.json. The source file and the compiled file are at different depths below
 * it, so it is found as the nearest folder above that contains `schemas/`.
 */
export const packageRoot = ((): string => {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'schemas', 'target.schema.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder)
      throw new Error('The installation of Assay is incomplete: its folder schemas/ is missing');
    folder = parent;
  }
  return folder;
})();
