import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { costOf } from './cost-of.js';
import type { Row } from './row.js';

const CLI = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));

/** The CPU time of a command line ÷ that of bare Node. */
const overNode =
  (...argv: readonly string[]) =>
  async (): Promise<number> =>
    (await costOf([CLI, ...argv])).cpu / (await costOf(['--eval', ''])).cpu;

/** CPU time until the first request of a run leaves, in milliseconds. */
async function firstRequest(): ReturnType<Row['measure']> {
  const server = createServer((_, response) => response.end('[]'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-'));
  try {
    const { asked, cpu } = await costOf([CLI, 'run', '--out', folder], {
      EXPORT_BASE_URL: base,
      EXPORT_SITE_ID: '1',
      EXPORT_CHANNEL_ID: '1',
      EXPORT_DESTINATION_ID: '1',
      EXPORT_TOKEN: 'token-of-the-bench',
    });
    return asked ? cpu : { unavailable: 'the run ended before it sent a request' };
  } finally {
    rmSync(folder, { recursive: true });
    server.close();
    server.closeAllConnections();
  }
}

/** What it costs to call the command line. */
export const rows: readonly Row[] = [
  ...[['--version'], ['--help'], ['run', '--interface', 'exprot']].map(
    (argv): Row => ({
      title: `start-up: CPU of assay ${argv.join(' ')} ÷ bare Node`,
      unit: 'ratio',
      limit: '≤ 2',
      holds: (figure) => figure <= 2,
      measure: overNode(...argv),
    }),
  ),
  {
    title: 'start-up: CPU until the first request of a run leaves',
    unit: 'ms',
    limit: '≤ 350 ms',
    holds: (figure) => figure <= 350,
    measure: firstRequest,
  },
];
