import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

const MAIN = path.resolve(import.meta.dirname, '../src/cli/main.js');
const BASE = 'https://export.bench.test';

/** Most megabytes of memory, and most milliseconds from Ctrl-C to the end. */
const LIMITS = { memory: 400, interruption: 1000 } as const;
/**
 * Least megabytes a second. A recording of 10 MB is tested in less than two seconds, a third of
 * which are the start of Node and the report.
 */
const speedFor = (megabytes: number): number => (megabytes < 100 ? 5 : 15);

/**
 * `npm run bench recordings`: how fast recordings are read and tested, with how much memory, and
 * how fast that ends.
 */
export async function recordingsTrial(
  sizes: readonly number[] = [10, 100, 1000],
): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-recordings-'));
  writeFileSync(path.join(folder, 'target.json'), JSON.stringify({ export: { baseUrl: BASE } }));
  let holds = true;
  try {
    for (const size of sizes) {
      await writeRecording(path.join(folder, 'recording.har'), size * 1e6);
      const whole = await judged(folder);
      const stopped = await judged(folder, whole.ms / 2);
      const speed = size / (whole.ms / 1000);
      const row = { speed, memory: whole.memory, interruption: stopped.ms - whole.ms / 2 };
      const isKept =
        row.speed >= speedFor(size) &&
        row.memory <= LIMITS.memory &&
        row.interruption <= LIMITS.interruption;
      holds &&= isKept;
      console.log(
        `${String(size).padStart(5)} MB  ${row.speed.toFixed(1)} MB/s  ${row.memory.toFixed(0)} MB of memory  ` +
          `ends ${row.interruption.toFixed(0)} ms after Ctrl-C  ${isKept ? 'holds' : 'MISSED'}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return holds;
}

/**
 * Runs `assay judge` and returns its time in milliseconds and its peak memory in megabytes.
 * `interruptedAfter` is the number of milliseconds after which it gets Ctrl-C. Default: it runs to
 * its end.
 */
async function judged(
  folder: string,
  interruptedAfter?: number,
): Promise<{ ms: number; memory: number }> {
  const begun = performance.now();
  const options = [
    'judge',
    'recording.har',
    '--target',
    'target.json',
    '--out',
    `out-${begun}`,
    '--reporter',
    'json',
  ];
  const child = spawn(process.execPath, [MAIN, ...options], { cwd: folder, stdio: 'ignore' });
  let memory = 0;
  const timer = setInterval(() => {
    memory = Math.max(memory, peakOf(child.pid ?? 0));
  }, 50);
  const stop = new AbortController();
  if (interruptedAfter !== undefined)
    void setTimeout(interruptedAfter, undefined, { signal: stop.signal }).then(
      () => child.kill('SIGINT'),
      () => undefined,
    );
  await once(child, 'exit');
  clearInterval(timer);
  stop.abort();
  return { ms: performance.now() - begun, memory };
}

/** The most memory that a process has used, in megabytes; 0 where the system does not say. */
function peakOf(pid: number): number {
  try {
    const [, kilobytes] = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** A HAR file of pages of a conforming server, of this size. */
async function writeRecording(file: string, bytes: number): Promise<void> {
  const out = createWriteStream(file);
  out.write('{"log":{"version":"1.2","creator":{"name":"bench"},"entries":[');
  for (let [written, at] = [0, 0]; written < bytes; at += 1) {
    const text = `${at === 0 ? '' : ','}${JSON.stringify(entryAt(at))}`;
    written += text.length;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end(']}}');
  await once(out, 'finish');
}

function entryAt(at: number): object {
  const [limit, offset] = [20 + (at % 30), (at * 7) % 1000];
  const data = Array.from({ length: limit }, (_, row) => ({
    id: offset + row + 1,
    name: `thing ${offset + row}`,
    price: (offset + row) * 1.5,
    color: 'red',
  }));
  const text = JSON.stringify({ data, meta: { total: 5000, limit, offset } });
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 1) + at * 100).toISOString(),
    time: 5,
    request: {
      method: 'GET',
      url: `${BASE}/sites/1/channels/2/destinations/3/products?limit=${limit}&offset=${offset}`,
      headers: [
        { name: 'Accept', value: 'application/vnd.api+json' },
        { name: 'X-EA-Auth-Token', value: 'token-of-the-bench' },
      ],
    },
    response: {
      status: 200,
      headers: [
        { name: 'Content-Type', value: 'application/vnd.api+json' },
        { name: 'Content-Length', value: String(text.length) },
        { name: 'Vary', value: 'Accept' },
        { name: 'Date', value: 'Thu, 01 Jan 2026 12:00:00 GMT' },
      ],
      content: { size: text.length, mimeType: 'application/vnd.api+json', text },
    },
  };
}
