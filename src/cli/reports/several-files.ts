import path from 'node:path';
import type { Io } from '../io.js';
import { makeFolder, writeWholeFile } from '../write-files.js';

export interface SeveralOptions {
  /** The folder for all files. Default: nothing is written, and one file is printed. */
  readonly out?: string;
  readonly json?: boolean;
}

/**
 * For commands about several runs: writes all files to the folder `out`, if it is named. Prints the
 * JSON file if `json` is set. Without `json` and `out`, prints the Markdown file.
 */
export function writeOrPrint(
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
