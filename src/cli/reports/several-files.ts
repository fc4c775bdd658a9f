import path from 'node:path';
import type { Io } from '../io.js';
import { makeFolder, writeWholeFile } from '../write-files.js';

export interface SeveralOptions {
  /** Default: nothing is written, and the Markdown is printed. */
  readonly out?: string;
  readonly json?: boolean;
}

/**
 * For commands about several runs: writes the files to `out`. Prints the JSON file, or without
 * `out` the Markdown file.
 */
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
