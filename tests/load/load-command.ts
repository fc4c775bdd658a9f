import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type LoadCommandOptions, loadCommand } from '../../src/cli/load/load.js';
import { systemClock } from '../../src/http/index.js';
import { type ReferenceOptions, startReference } from '../../src/reference/index.js';

export const profile = {
  model: 'open',
  stages: [{ duration: '400ms', rate: 90 }],
  scenarios: [{ flow: 'first-page', limit: 5 }],
  thresholds: [{ metric: 'errors', max: 0 }],
  timeout: '2s',
  sample: 1,
};

interface World {
  readonly options?: LoadCommandOptions;
  readonly reference?: ReferenceOptions;
  readonly signal?: AbortSignal;
}

/** The command line `assay load` in a folder of its own for each test of a file. */
export function loadInFolder() {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-load-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const ioOf = (out: string[], err: string[] = [], signal = new AbortController().signal) => ({
    environment: {},
    cwd: folder,
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    terminal: { out: false, err: false },
    signal,
    clock: systemClock,
  });

  async function load(
    content: object | string,
    { options = {}, reference = {}, signal }: World = {},
  ) {
    const out: string[] = [];
    const err: string[] = [];
    const file = path.join(folder, 'mine.json');
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    let requests: Readonly<Record<string, number>> = {};
    const io = ioOf(out, err, signal);
    const code = await loadCommand(
      file,
      { out: 'reports', reference: options.target === undefined, ...options },
      io,
      async () => {
        const server = await startReference(reference);
        requests = server.requests;
        return { target: server.target, close: server.close };
      },
    );
    return { code, out: out.join(''), err: err.join(''), requests };
  }

  const report = async () =>
    JSON.parse(await readFile(path.join(folder, 'reports', 'load-report.json'), 'utf8'));

  const write = (name: string, content: object) =>
    writeFile(path.join(folder, name), JSON.stringify(content));

  const inFolder = (...parts: readonly string[]): string => path.join(folder, ...parts);
  return { load, report, write, ioOf, inFolder };
}
