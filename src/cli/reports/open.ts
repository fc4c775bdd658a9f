import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../settings/index.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { latestLedger } from './latest.js';

/** `assay open [RUN]`: opens the page of a run in a browser. Default: the last run. */
export async function openCommand(run: string | undefined, io: Io): Promise<ExitCode> {
  const named = path.resolve(io.cwd, run ?? path.dirname(latestLedger(io.cwd)));
  const page = named.endsWith('.html') ? named : path.join(named, 'report.html');
  if (!existsSync(page))
    throw new UsageError(`${page} does not exist: name the folder of a run, or a page.`);
  io.out(`${page}\n`);
  const [command = '', ...options] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(command, [...options, page], { stdio: 'ignore', detached: true });
  await new Promise<void>((resolve, reject) => {
    opener.once('spawn', resolve);
    opener.once('error', () =>
      reject(
        new UsageError(
          `No program to open pages was found (${command}): open ${page} in a browser.`,
        ),
      ),
    );
  });
  opener.unref();
  return EXIT.holds;
}

/**
 * The programs that open a file in its default application, with their first arguments. On Windows,
 * `start` would take a quoted path as the title of a window if no title came first.
 */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};
