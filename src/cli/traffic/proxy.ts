import { once } from 'node:events';
import path from 'node:path';
import { suites } from '../../../suites/index.js';
import { launchCommand } from '../../clients/index.js';
import { headerEvent, makePlan } from '../../harness/index.js';
import { Redactor } from '../../http/index.js';
import { LEDGER_FILE, openLedger } from '../../ledger/index.js';
import { UsageError } from '../../settings/index.js';
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

/** Options of `assay proxy`. */
export interface ProxyCommandOptions extends JudgeCommandOptions {
  readonly listen?: number;
  readonly host?: string;
}

/** Milliseconds between looks at what has passed. */
const LIVE_MS = 1000;

/**
 * `assay proxy`: forwards, records and tests until Ctrl-C, then writes the reports. Base URLs go to
 * stdout as settings. `words` are the command of a client that is run behind the proxy, which ends
 * with it. Answers the exit code of the gate.
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
  const ledger = openLedger(ledgerFile);
  const begun = io.clock.now();
  const run = {
    record: ledger.append,
    toolVersion: toolVersion(),
    clock: io.clock,
    origin: 'traffic' as const,
  };
  ledger.append(
    headerEvent(suites, target, makePlan(suites, target, { wanted: () => false }), run),
  );
  ledger.replaceExisting();

  const journal = journalOf(target, new Redactor(target.secrets), begun);
  const live = new LiveJudge(target, (line) => io.err(`${line}\n`));
  const stop = new AbortController();
  let [count, failure]: [number, unknown] = [0, undefined];
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
    port: listen,
    host,
    passed: (one) => queue.add(one),
    fault: fail,
  });
  const print = options.json ? io.err : io.out;
  for (const [setting, address] of proxy.addresses) print(`${setting}=${address}\n`);
  const ended = AbortSignal.any([io.signal, stop.signal]);
  const client =
    words.length === 0
      ? undefined
      : runBehind(words, proxy.addresses, ended, io).finally(() => stop.abort());
  client?.catch(fail);
  const until =
    client === undefined ? 'Press Ctrl-C to stop and to write the reports.' : 'The client runs.';
  io.err(`Forwarding. ${until}\n`);
  let look: Promise<void> | undefined;
  const timer = setInterval(() => {
    look ??= live
      .judge()
      .catch(fail)
      .finally(() => {
        look = undefined;
      });
  }, LIVE_MS);
  if (!ended.aborted) await once(ended, 'abort');
  clearInterval(timer);
  await client?.catch(fail);
  await proxy.close();
  queue.drain();
  await look;
  ledger.append({
    type: 'footer',
    durationMs: Math.round(io.clock.now() - begun),
    sent: count,
    shared: 0,
    limited: 0,
    again: 0,
    troubles: {},
    interrupted: false,
  });
  ledger.close();
  if (failure !== undefined) throw failure;
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

/** Runs a client with the addresses of the proxy as its settings; what it prints goes to stderr. */
async function runBehind(
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
