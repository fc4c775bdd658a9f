import { once } from 'node:events';
import path from 'node:path';
import { suites } from '../../../suites/index.js';
import { launchCommand } from '../../clients/index.js';
import { headerEvent, makePlan } from '../../harness/index.js';
import { Redactor } from '../../http/index.js';
import { LEDGER_FILE, type LedgerEvent, openLedger } from '../../ledger/index.js';
import { type Target, UsageError } from '../../settings/index.js';
import { journalOf, startProxy } from '../../traffic/index.js';
import { expectProgram } from '../client/expect-program.js';
import { targetOf } from '../configured-target.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { fileName, refuseOccupied, stamp } from '../reports/report-files.js';
import { toolVersion } from '../version.js';
import { makeFolder } from '../write-files.js';
import type { JudgeCommandOptions } from './judge.js';
import { LiveJudge } from './live-judge.js';
import { BackgroundQueue } from './queue.js';

export interface ProxyCommandOptions extends JudgeCommandOptions {
  readonly listen?: number;
  readonly host?: string;
}

/** New exchanges are tested at this interval. */
const TEST_INTERVAL_MS = 1000;

/**
 * The command `assay proxy`: forwards, records and tests requests until Ctrl-C, and then writes the
 * reports. Prints the base URLs of the proxy as environment variables. `words` is the command line
 * of a client. If it is not empty, the proxy starts the client, and ends when the client ends.
 */
export async function proxyCommand(
  options: ProxyCommandOptions,
  io: Io,
  words: readonly string[] = [],
): Promise<ExitCode> {
  const { listen = 0, host, target: file, envFile = [], insecure, ...judging } = options;
  const target = targetOf(file, { envFile, insecure }, io, { command: 'proxy', standIns: true });
  if (target === undefined)
    throw new UsageError(
      'No target is named: give --target FILE with the base URLs that requests are forwarded to.',
    );
  const folder = path.resolve(
    io.cwd,
    options.out ?? path.join('reports', fileName(target.name), stamp(io.clock.now())),
  );
  if (words.length > 0) expectProgram(words[0], io);
  refuseOccupied(folder, io, target.name);
  makeFolder(folder);
  const ledgerFile = path.join(folder, LEDGER_FILE);
  const count = await forward(target, ledgerFile, {
    port: listen,
    host,
    words,
    io,
    print: options.json ? io.err : io.out,
  });
  if (count === 0) {
    io.err('Not judged: no request was forwarded.\n');
    return EXIT.unjudged;
  }
  const { judgeCommand } = await import('./judge.js');
  // After Ctrl-C, `io.signal` is already aborted and would end the final test at once.
  const { signal } = new AbortController();
  return judgeCommand(
    [ledgerFile],
    { ...judging, target: file ?? target.file, envFile, out: folder, namesUnused: false },
    { ...io, signal },
  );
}

interface Forwarding {
  readonly port: number;
  readonly host: string | undefined;
  /** The command line of a client. If it is empty, requests are forwarded until Ctrl-C. */
  readonly words: readonly string[];
  readonly io: Io;
  readonly print: (text: string) => void;
}

/**
 * Prints violations as they occur. Ends on Ctrl-C, or when the client ends. Returns the number of
 * forwarded requests.
 */
async function forward(
  target: Target,
  ledgerFile: string,
  { port, host, words, io, print }: Forwarding,
): Promise<number> {
  const begun = io.clock.now();
  const journal = journalOf(target, new Redactor(target.secrets), begun);
  const live = new LiveJudge(target, (line) => io.err(`${line}\n`));
  const stop = new AbortController();
  let count = 0;
  let failure: unknown;
  const fail = (error: unknown): void => {
    failure ??= error;
    stop.abort();
  };
  const queue = new BackgroundQueue((exchange: Parameters<typeof journal>[0]) => {
    if (failure !== undefined) return;
    const { event, entry } = journal(exchange);
    ledger.append(event);
    count += 1;
    live.see(entry);
  }, fail);
  const proxy = await startProxy(target, {
    port,
    host,
    onExchange: (exchange) => queue.add(exchange),
    onError: fail,
  });
  // The proxy is started first: if its port is in use, the ledger of an earlier run stays.
  const ledger = openLedger(ledgerFile);
  ledger.append(headerOf(target, ledger.append, io));
  ledger.replaceExisting();
  for (const [setting, address] of proxy.addresses) print(`${setting}=${address}\n`);
  const ended = AbortSignal.any([io.signal, stop.signal]);
  const client = runBehind(words, proxy.addresses, ended, io)?.finally(() => stop.abort());
  client?.catch(fail);
  io.err(
    `Forwarding. ${client === undefined ? 'Press Ctrl-C to stop and to write the reports.' : 'The client runs.'}\n`,
  );
  const endJudging = judgeEachSecond(live, fail);
  if (!ended.aborted) await once(ended, 'abort');
  await client?.catch(fail);
  await proxy.close();
  queue.drain();
  await endJudging();
  const durationMs = Math.round(io.clock.now() - begun);
  ledger.append({ ...COUNTS_OF_RUNS, type: 'footer', durationMs, sent: count, interrupted: false });
  ledger.close();
  if (failure !== undefined) throw failure;
  return count;
}

/** The footer of a ledger needs these counts. Only `assay run` counts them. */
const COUNTS_OF_RUNS = { shared: 0, limited: 0, again: 0, troubles: {} } as const;

/** A proxy only tests what others send, so the header of its ledger names no planned checks. */
function headerOf(target: Target, record: (event: LedgerEvent) => void, { clock }: Io) {
  const plan = makePlan(suites, target, { wanted: () => false });
  const run = { record, toolVersion: toolVersion(), clock, origin: 'traffic' as const };
  return headerEvent(suites, target, plan, run);
}

function judgeEachSecond(live: LiveJudge, fail: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= live
      .judge()
      .catch(fail)
      .finally(() => {
        running = undefined;
      });
  }, TEST_INTERVAL_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/**
 * Runs the client if `words` is not empty. The client receives the addresses of the proxy as
 * environment variables. Its output is printed on stderr.
 */
function runBehind(
  words: readonly string[],
  addresses: Iterable<readonly [setting: string, address: string]>,
  signal: AbortSignal,
  io: Io,
): Promise<void> | undefined {
  return words.length === 0 ? undefined : runClient(words, addresses, signal, io);
}

async function runClient(
  words: readonly string[],
  addresses: Iterable<readonly [setting: string, address: string]>,
  signal: AbortSignal,
  { environment, cwd, err }: Io,
): Promise<void> {
  const launch = launchCommand(words, { environment, cwd, keepHome: true });
  const { code, stdout, stderr } = await launch(
    Object.fromEntries(addresses),
    signal,
    () => undefined,
  );
  for (const text of [stdout, stderr])
    if (text !== '') err(text.endsWith('\n') ? text : `${text}\n`);
  if (code !== 0 && !signal.aborted) err(`The client ended with exit code ${code}.\n`);
}
