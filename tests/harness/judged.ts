import { type Check, checkOf } from '../../src/harness/check.js';
import { runSuites } from '../../src/harness/run.js';
import type { RunOptions } from '../../src/harness/run-options.js';
import type { Suite } from '../../src/harness/suite.js';
import type { Transport } from '../../src/http/index.js';
import { foldLedger, type LedgerEvent } from '../../src/ledger/index.js';
import { targetFrom } from '../../src/settings/index.js';

const clauses = {
  'X-1': { level: 'must', text: 'one' },
  'X-2': { level: 'must', text: 'two' },
} as const;
export type Run = Check['run'];
/** One check that asks what `run` asks. */
export const one = (id: string, run: Run, more: Partial<Check> = {}): Check => ({
  ...checkOf('export', clauses, { id, clauses: ['X-1'], title: id, requests: 0, run }),
  ...more,
});
export const passes: Run = async () => 'a witness';

/** Returns an empty list for every request, and counts the requests. */
export function counting(): Transport & { readonly sent: string[] } {
  const sent: string[] = [];
  return {
    sent,
    send: async ({ url }) => {
      sent.push(url);
      return {
        status: 200,
        headers: [['Content-Type', 'application/json']],
        body: Buffer.from('[]'),
      };
    },
    close: async () => undefined,
  };
}

/** What a run of these checks came to: its events, its verdicts by check, and what it threw. */
export async function judged(
  checks: readonly Check[],
  options: Partial<RunOptions> = {},
  suite: Partial<Suite> = {},
  target = targetFrom({ export: { baseUrl: 'http://127.0.0.1:9' } }),
) {
  const events: LedgerEvent[] = [];
  const run = runSuites(
    [{ interface: 'export', clauses, checks, preparation: 0, ...suite }],
    target,
    {
      toolVersion: 'test',
      transport: counting(),
      ...options,
      record: (event) => void events.push(event),
    },
  );
  const thrown: unknown = await run.then(
    () => undefined,
    (error: unknown) => error,
  );
  const ledger = foldLedger(events);
  const verdicts = Object.fromEntries(
    ledger.verdicts.map(({ check: id, verdict, cause }) => [
      id,
      cause === undefined ? verdict : `${verdict} ${cause}`,
    ]),
  );
  return { events, ledger, verdicts, thrown };
}

/** Sends one request for this path. */
export const asks =
  (path: string): Run =>
  async (context) => {
    await context.ask({ interface: 'export', url: `http://127.0.0.1:9/${path}` });
    return path;
  };
