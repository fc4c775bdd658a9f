import { spawn } from 'node:child_process';

/**
 * Says on descriptor 3 what CPU time the process has used (µs) when it ends, or when its first
 * request leaves.
 */
const tell = (until: Until): string => `
import { subscribe } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
let asked = false;
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const kilobytes = process.resourceUsage().maxRSS;
  writeSync(3, JSON.stringify({ asked, microseconds: user + system, kilobytes }));
});
if (${until === 'first request'}) subscribe('undici:client:sendHeaders', () => {
  asked = true;
  process.exit();
});`;

/** Whether a process is measured to its first request or to its end. */
type Until = 'first request' | 'end';

interface Cost {
  /** Whether it ended at its first request. */
  readonly asked: boolean;
  /** CPU time, in milliseconds. */
  readonly cpu: number;
  /** The most memory that was resident at once, in megabytes. */
  readonly memory: number;
}

/** What Node costs with these arguments. */
export async function costOf(
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  until: Until = 'first request',
): Promise<Cost> {
  const told = `data:text/javascript,${encodeURIComponent(tell(until))}`;
  const child = spawn(process.execPath, ['--import', told, ...argv], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stdio[3]?.on('data', (chunk) => {
    text += chunk;
  });
  await new Promise((resolve) => child.once('close', resolve));
  const { asked, microseconds, kilobytes } = JSON.parse(text);
  return { asked, cpu: microseconds / 1000, memory: kilobytes / 1000 };
}
