import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder with package.json. It is two levels above this folder, and three above the folder of
 * the compiled file, so the search looks for a schema file.
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
