import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { WrittenScript } from '../artillery/index.js';
import type { Prepared } from '../load.js';
import { k6Script } from './script.js';

/** Writes the script, and answers where, what to set, what is different there and how to run it. */
export async function writeK6(prepared: Prepared, folder: string): Promise<WrittenScript> {
  const { script, variables, notes } = k6Script(prepared);
  const file = path.join(folder, `${prepared.plan.name.replace(/[^\w.-]+/g, '-')}.k6.js`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, script);
  return { file, variables, notes, commands: [`k6 run ${file}`, `k6 cloud run ${file}`] };
}
