import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProgram } from '../../src/cli/program.js';
import type { Clock } from '../../src/http/index.js';

/**
 * A bash in which `npx --no -- assay …` is this very code, run in this process: no build is needed,
 * and time is ours.
 */
export interface Shell {
  /** What commands print, and whether one named a variable that is not set. */
  readonly paste: (
    commands: readonly string[],
    environment: Readonly<Record<string, string>>,
  ) => Promise<string>;
  readonly close: () => void;
}

export async function openShell(clock: Clock): Promise<Shell> {
  let environment: Readonly<Record<string, string>> = {};
  const server = createServer((request, answer) => {
    const words = new URL(request.url ?? '', 'http://localhost').searchParams.getAll('word');
    let out = '';
    void runProgram(words, {
      environment,
      cwd: tmpdir(),
      out: (text) => {
        out += text;
      },
      err: (text) => {
        out += `STDERR ${text}`;
      },
      terminal: { out: false, err: false },
      signal: new AbortController().signal,
      clock,
    }).then(() => answer.end(out));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-shell-'));
  const npx = path.join(folder, 'npx');
  writeFileSync(
    npx,
    `#!/bin/bash\nwhile [ "$1" != assay ]; do shift; done\nshift\nargs=()\nfor one in "$@"; do args+=(--data-urlencode "word=$one"); done\nexec curl -sS -G "\${args[@]}" http://127.0.0.1:${port}/\n`,
  );
  chmodSync(npx, 0o755);
  return {
    paste: (commands, settings) => {
      environment = settings;
      return new Promise((resolve, reject) => {
        execFile(
          'bash',
          ['--norc', '-c', ['set -u', ...commands].join('\n')],
          {
            env: { PATH: `${folder}:${process.env.PATH}`, ...settings },
            maxBuffer: 64 * 1024 * 1024,
          },
          (error, stdout, stderr) => {
            if (/unbound variable|syntax error|command not found/.test(stderr))
              reject(new Error(stderr));
            else
              resolve(error === null || stdout !== '' ? stdout : `exit ${error.code}: ${stderr}`);
          },
        );
      });
    },
    close: () => server.close(),
  };
}
