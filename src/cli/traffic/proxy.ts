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
import { Queue } from './queue.js';

export interface ProxyCommandOptions extends JudgeCommandOptions {
  readonly listen?: number;
  readonly host?: string;
}

/** The time between two tests of the exchanges so far. */
const LIVE_MS = 1000;

/**
 * The command `assay proxy`: forwards, records and tests requests until Ctrl-C, and then writes the
 * reports. Prints its base URLs as settings. `words` are the command of a client, which then runs
 * behind the proxy; the proxy ends with the client.
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
  return judgeCommand(
    [ledgerFile],
    { ...judging, target: file ?? target.file, envFile, out: folder, namesUnused: false },
    { ...io, signal: new AbortController().signal },
  );
}

interface Forwarding {
  readonly port: number;
  readonly host: string | undefined;
  /** The command of a client. If it is empty, requests are forwarded until Ctrl-C. */
  readonly words: readonly string[];
  readonly io: Io;
  readonly print: (text: string) => void;
}

/**
 * Prints violations as they occur. Ends when the signal aborts or the client ends. Returns the
 * number of requests.
 */
async function forward(
  target: Target,
  ledgerFile: string,
  { port, host, words, io, print }: Forwarding,
): Promise<number> {
  const ledger = openLedger(ledgerFile);
  const begun = io.clock.now();
  ledger.append(headerOf(target, ledger.append, io));
  ledger.replaceExisting();
  const journal = journalOf(target, new Redactor(target.secrets), begun);
  const live = new LiveJudge(target, (line) => io.err(`${line}\n`));
  const stop = new AbortController();
  let count = 0;
  let failure: unknown;
  const fail = (error: unknown): void => {
    failure ??= error;
    stop.abort();
  };
  const queue = new Queue((passed: Parameters<typeof journal>[0]) => {
    if (failure !== undefined) return;
    const { event, entry } = journal(passed);
    ledger.append(event);
    count += 1;
    live.see(entry);
  }, fail);
  const proxy = await startProxy(target, {
    port,
    host,
    passed: (one) => queue.add(one),
    fault: fail,
  });
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
  ledger.append({ ...NOTHING_SENT, type: 'footer', durationMs, sent: count, interrupted: false });
  ledger.close();
  if (failure !== undefined) throw failure;
  return count;
}

/** These counts exist only for runs that send requests. */
const NOTHING_SENT = { shared: 0, limited: 0, again: 0, troubles: {} } as const;

/** A ledger of recorded traffic has no planned checks. */
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
  }, LIVE_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/**
 * The settings of the client contain the addresses of the proxy. The output of the client is
 * printed on stderr.
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
