import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder with package.json. This module is at different depths below it as source and as
 * compiled file, so the folder is recognized by the schemas that it contains.
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
