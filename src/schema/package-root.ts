import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder with package.json: two levels above the source and three above the build. */
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
