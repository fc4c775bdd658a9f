import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ClientCommandOptions, clientCommand } from '../../src/cli/client/client.js';
import { systemClock } from '../../src/http/index.js';
import { packageRoot } from '../../src/schema/validate.js';

export interface ClientRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly folder: string;
}

/** Runs `assay client` with these words; `said` is told of stdout as it comes. */
export async function runClientCommand(
  words: readonly string[],
  options: ClientCommandOptions = {},
  said: (text: string) => void = () => undefined,
): Promise<ClientRun> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-client-'));
  const told = { out: '', err: '' };
  const code = await clientCommand(
    words,
    { out: path.join(folder, 'out'), ...options },
    {
      environment: process.env,
      cwd: packageRoot,
      out(text) {
        told.out += text;
        said(text);
      },
      err(text) {
        told.err += text;
      },
      terminal: { out: false, err: false },
      signal: new AbortController().signal,
      clock: systemClock,
    },
  );
  return { code, ...told, folder };
}
