import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Prepared } from '../load.js';

/** Writes the script and answers its path. */
export async function writeArtillery({ plan }: Prepared, folder: string): Promise<string> {
  const file = path.join(folder, `${plan.name}.artillery.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, '{}\n');
  return file;
}
