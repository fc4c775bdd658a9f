import path from 'node:path';
import type { Io } from '../io.js';
import { makeFolder, writeWholeFile } from '../write-files.js';

/** Options of the commands that look at several runs. */
export interface SeveralOptions {
  /** Default: the Markdown goes to stdout and nothing is written. */
  readonly out?: string;
  readonly json?: boolean;
}

/** Writes files, by name, to the given folder, and prints the one that `--json` selects. */
export function giveFiles(
  files: Readonly<Record<string, string>>,
  [json, markdown]: readonly [json: string, markdown: string],
  { out, json: asJson = false }: SeveralOptions,
  io: Io,
): void {
  if (out !== undefined) {
    const folder = path.resolve(io.cwd, out);
    makeFolder(folder);
    for (const [name, text] of Object.entries(files)) writeWholeFile(path.join(folder, name), text);
    io.err(`Written to ${out}: ${Object.keys(files).join(', ')}\n`);
  }
  if (asJson || out === undefined) io.out(files[asJson ? json : markdown] ?? '');
}
