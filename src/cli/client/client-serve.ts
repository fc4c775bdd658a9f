/** The command `assay client --serve`: serves scenarios to a client that is started elsewhere. */

import { once } from 'node:events';
import { isIP } from 'node:net';
import type { Scenario } from '../../../suites/clients/index.js';
import { type CertificateAuthority, ClientSession, serveControl } from '../../clients/index.js';
import { quoted } from '../../http/shell.js';
import { foldLedger, type HeaderEvent, type LedgerEvent } from '../../ledger/index.js';
import { count } from '../../report/html/text.js';
import { runReport } from '../../report/index.js';
import type { RunReport } from '../../schema/types.js';
import { UsageError } from '../../settings/index.js';
import type { Io } from '../io.js';
import type { JudgedGate } from '../reports/gate.js';

export interface ServeScenariosOptions {
  readonly seed: number;
  readonly strict: boolean;
  readonly minCoverage: number | undefined;
  readonly accepted?: HeaderEvent['accepted'];
  readonly toolVersion: string;
  readonly bind: string | undefined;
  readonly authority: CertificateAuthority | undefined;
  readonly clock: Io['clock'];
  readonly record: (event: LedgerEvent) => void;
  readonly signal: AbortSignal;
  readonly judge: (report: RunReport) => JudgedGate;
}

/**
 * Prints the control address on stdout as a `NAME=value` line. If there is only one scenario, it
 * begins at once, and the environment variables for its client are printed, too. The function
 * returns after `POST /close` or Ctrl-C.
 */
export async function serveScenarios(
  scenarios: readonly Scenario[],
  options: ServeScenariosOptions,
  io: Io,
): Promise<void> {
  const { bind, signal, judge } = options;
  refuseUnusableAddress(bind);
  const events: LedgerEvent[] = [];
  const session = new ClientSession({
    ...options,
    scenarios,
    record(event) {
      events.push(event);
      options.record(event);
    },
  });
  const closing = new AbortController();
  const control = await serveControl({
    session,
    bind,
    scenarios: scenarios.map(({ id, task }) => ({ id, task })),
    verdict: () => resultSoFar(events, judge),
    closed: () => closing.abort(),
  });
  try {
    const [only, ...more] = scenarios;
    const begun =
      only !== undefined && more.length === 0 ? (await session.begin(only.id)).environment : {};
    const lines = Object.entries({ ASSAY_CONTROL: control.url, ...begun });
    io.out(lines.map(([name, value]) => `${name}=${quoted(value)}\n`).join(''));
    io.err(
      `${count(scenarios.length, 'scenario')} available at ${control.url}. End with POST /close, or Ctrl-C.\n`,
    );
    const ended = AbortSignal.any([signal, closing.signal]);
    if (!ended.aborted) await once(ended, 'abort');
  } finally {
    await control.close();
    await session.close({ interrupted: signal.aborted });
  }
}

/** Returns the exit code and the verdicts that a report would contain if the session ended now. */
function resultSoFar(
  events: readonly LedgerEvent[],
  judge: (report: RunReport) => JudgedGate,
): object {
  const report = { ...runReport(foldLedger(events)), interrupted: false };
  const { code, messages } = judge(report);
  return {
    exitCode: code,
    messages,
    checks: report.checks.map(({ id, clauses, verdict, reason }) => ({
      id,
      clauses,
      verdict,
      reason,
    })),
  };
}

function refuseUnusableAddress(bind: string | undefined): void {
  if (bind === undefined || (isIP(bind) !== 0 && bind !== '0.0.0.0' && bind !== '::')) return;
  throw new UsageError(
    `--bind must be an address of this machine that the client can reach, such as 127.0.0.1 or 172.17.0.1, but is "${bind}".`,
  );
}
