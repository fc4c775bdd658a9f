import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { ledgerIn, readLedger } from '../src/ledger/index.js';
import { costOf } from './cost-of.js';
import { earlierBuild, ROOT } from './earlier.js';
import type { Row } from './row.js';

/** What one run of the export suite on realistic data takes. */
interface RunCost {
  /** Processor time, in milliseconds. */
  readonly cpu: number;
  /** Megabytes. */
  readonly memory: number;
  readonly ledger: number;
  /** The folder of its reports. */
  readonly out: string;
}

/**
 * A server of realistic data in a process of its own, and the file of its target, for the time of
 * `work`.
 */
async function withServer<T>(work: (targetFile: string, folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-realistic-'));
  const server = fork(fileURLToPath(new URL('./realistic-server.js', import.meta.url)));
  try {
    const [target] = await once(server, 'message');
    const file = path.join(folder, 'target.json');
    writeFileSync(file, JSON.stringify(target));
    return await work(file, folder);
  } finally {
    server.disconnect();
    rmSync(folder, { recursive: true });
  }
}

/** Runs the command line of a checkout against a target, `node` given further arguments. */
async function runOf(
  checkout: string,
  target: string,
  folder: string,
  ...node: readonly string[]
): Promise<RunCost> {
  const out = mkdtempSync(path.join(folder, 'run-'));
  const main = path.join(checkout, 'dist/src/cli/main.js');
  const argv = [...node, main, 'run', '--target', target, '--interface', 'export', '--out', out];
  const { cpu, memory } = await costOf(argv, {}, 'end');
  return { cpu, memory, ledger: statSync(ledgerIn(out)).size / 1e6, out };
}

/**
 * The processor time of a bare undici loop that sends the requests of a run again, in milliseconds.
 * A few requests are left out, because undici does not send their header fields.
 */
async function bareLoop({ out }: RunCost): Promise<number> {
  const agent = new Agent({ connections: 4 });
  const { exchanges } = readLedger(ledgerIn(out));
  const before = process.cpuUsage();
  for (const { request: sent } of exchanges.values()) {
    const isRefused = sent.headers.some(([name]) => /^(?:upgrade|expect)$/i.test(name));
    if (sent.method !== 'GET' || isRefused) continue;
    const headers = sent.headers.flat();
    const { body } = await request(sent.url, { dispatcher: agent, headers });
    await body.arrayBuffer();
  }
  await agent.close();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The functions of the redactor that search a text for secrets. */
const REDACTION = new Set(['#cleaned', '#isClean']);

/** The share of a CPU profile that is spent in the search for secrets and what it calls. */
function shareOfRedaction(folder: string): number {
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.cpuprofile'));
  const profile: CpuProfile = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const spent = new Map<number, number>();
  for (const [index, id] of profile.samples.entries())
    spent.set(id, (spent.get(id) ?? 0) + (profile.timeDeltas[index] ?? 0));
  let all = 0;
  let redaction = 0;
  const walk = (id: number, within: boolean): void => {
    const node = nodes.get(id);
    if (node === undefined || node.callFrame.functionName === '(idle)') return;
    const isWithin = within || REDACTION.has(node.callFrame.functionName);
    all += spent.get(id) ?? 0;
    if (isWithin) redaction += spent.get(id) ?? 0;
    for (const child of node.children ?? []) walk(child, isWithin);
  };
  walk(profile.nodes[0]?.id ?? 1, false);
  return (100 * redaction) / all;
}

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const TITLE = 'export run on realistic data (5,000 × 32)';

export const rows: readonly Row[] = [
  {
    title: `${TITLE}: processor time ÷ that of an earlier commit`,
    unit: 'ratio',
    limit: '≤ 1.1',
    holds: (figure) => figure <= 1.1,
    measure: () =>
      withServer(async (target, folder) => {
        const earlier = earlierBuild();
        if ('unavailable' in earlier) return earlier;
        const before = await runOf(earlier.folder, target, folder);
        return (await runOf(ROOT, target, folder)).cpu / before.cpu;
      }),
  },
  {
    title: `${TITLE}: processor time ÷ a bare undici loop`,
    unit: 'ratio',
    limit: '≤ 25',
    holds: (figure) => figure <= 25,
    measure: () =>
      withServer(async (target, folder) => {
        const run = await runOf(ROOT, target, folder);
        return run.cpu / (await bareLoop(run));
      }),
  },
  {
    title: `${TITLE}: memory`,
    unit: 'MB',
    limit: '≤ 300 MB',
    holds: (figure) => figure <= 300,
    measure: () => withServer(async (target, folder) => (await runOf(ROOT, target, folder)).memory),
  },
  {
    title: `${TITLE}: ledger`,
    unit: 'MB',
    limit: '≤ 8 MB',
    holds: (figure) => figure <= 8,
    measure: () => withServer(async (target, folder) => (await runOf(ROOT, target, folder)).ledger),
  },
  {
    title: `${TITLE}: share of the search for secrets`,
    unit: '%',
    limit: '≤ 5 %',
    holds: (figure) => figure <= 5,
    measure: () =>
      withServer(async (target, folder) => {
        const profiles = mkdtempSync(path.join(folder, 'profile-'));
        await runOf(ROOT, target, folder, '--cpu-prof', '--cpu-prof-dir', profiles);
        return shareOfRedaction(profiles);
      }),
  },
];
