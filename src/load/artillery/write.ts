import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Prepared } from '../load.js';
import { artilleryScript } from './script.js';

/** A script for another load tester: where it is, what to set where it runs, what is different there, how to run it. */
export interface WrittenScript {
  readonly file: string;
  readonly variables: readonly string[];
  readonly notes: readonly string[];
  readonly commands: readonly string[];
}

/** Writes the script and its processor, and answers where, what to set, and what is different there. */
export async function writeArtillery(prepared: Prepared, folder: string): Promise<WrittenScript> {
  const name = prepared.plan.name.replace(/[^\w.-]+/g, '-');
  const processorFile = `${name}.artillery.cjs`;
  const { script, processor, variables, notes } = artilleryScript(prepared, processorFile);
  const file = path.join(folder, `${name}.artillery.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, script);
  await writeFile(path.join(folder, processorFile), processor);
  return {
    file,
    variables,
    notes,
    commands: [`artillery run ${file}`, `on Fargate with: artillery run-fargate ${file}`],
  };
}
