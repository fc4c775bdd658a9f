import type { HarEntry } from '../src/formats/har.js';
import { runSuites } from '../src/harness/index.js';
import { openTransport, type Transport } from '../src/http/index.js';
import { foldLedger, type Ledger, type LedgerEvent } from '../src/ledger/index.js';
import { DEFECTS, type ReferenceOptions, startReference } from '../src/reference/index.js';
import type { RunReport, TargetFile } from '../src/schema/types.js';
import { optionsOf } from '../src/selftest/matrix.js';
import { virtualClock } from '../src/selftest/virtual-clock.js';
import { type Target, targetFrom, withStandIns } from '../src/settings/index.js';
import { entriesOfLedger, recordingOf, trafficOfOthers } from '../src/traffic/index.js';
import { suites } from '../suites/index.js';

/**
 * A run of the reference server, with all that crossed the wire as another program would have
 * recorded it.
 */
export interface LiveRun {
  readonly ledger: Ledger;
  readonly target: Target;
  readonly recorded: readonly HarEntry[];
}

export interface TrialOptions {
  /** Default all. */
  readonly interfaces?: readonly string[];
  readonly maxRequests?: number;
}

const TOOL = 'bench';

export async function runLive(
  options: ReferenceOptions,
  { interfaces, maxRequests }: TrialOptions = {},
): Promise<LiveRun> {
  const clock = virtualClock();
  const server = await startReference({ clock: clock.now, ...options });
  const wire = openTransport({ timeoutMs: 5000 });
  try {
    const base = targetFrom({ ...server.target, timeout: '5s' }, 'reference');
    const target =
      base.export === undefined
        ? base
        : { ...base, export: { ...base.export, fixture: server.records } };
    const events: LedgerEvent[] = [];
    const recorded: HarEntry[] = [];
    await runSuites(suites, target, {
      clock,
      transport: recordingTransport(wire, recorded, clock.now),
      record: (event) => events.push(event),
      toolVersion: TOOL,
      allowDestructive: true,
      ...(maxRequests === undefined ? {} : { maxRequests }),
      ...(interfaces === undefined
        ? {}
        : { wanted: ({ interface: name }) => interfaces.includes(name) }),
    });
    return { ledger: foldLedger(JSON.parse(JSON.stringify(events))), target, recorded };
  } finally {
    await wire.close();
    await server.close();
  }
}

/** A defect as the self-test judges it. */
export const liveDefect = (id: string, options?: TrialOptions): Promise<LiveRun> => {
  const defect = DEFECTS.find((one) => one.id === id);
  if (defect === undefined) throw new RangeError(`no defect ${id}`);
  return runLive(optionsOf(defect), { interfaces: [defect.interface], ...options });
};

/** Remembers every exchange with its secrets, as a proxy or a browser does. */
const recordingTransport = (
  wire: Transport,
  recorded: HarEntry[],
  now: () => number,
): Transport => ({
  close: wire.close,
  async send(request, signal) {
    const at = now();
    const answer = await wire.send(request, signal);
    recorded.push({
      method: request.method ?? 'GET',
      url: request.url,
      headers: request.headers ?? [],
      body: request.body,
      at,
      durationMs: now() - at,
      response: { status: answer.status, headers: answer.headers, body: answer.body },
      own: {},
    });
    return answer;
  },
});

/** The verdicts of a run again, from its ledger and the records of its fixture. */
export async function judgeAgain({
  ledger,
  target: { export: products },
}: Omit<LiveRun, 'recorded'>): Promise<Ledger> {
  const { header } = ledger;
  const bare = targetFrom(withStandIns(header.target.settings) as TargetFile);
  const { fixture } = products ?? {};
  const target =
    bare.export === undefined || fixture === undefined
      ? bare
      : { ...bare, export: { ...bare.export, fixture } };
  const traffic = recordingOf(entriesOfLedger(ledger), target, 'of a run');
  const asked = new Set(ledger.verdicts.map(({ interface: name }) => name));
  const events: LedgerEvent[] = [];
  await runSuites(suites, target, {
    seed: header.seed,
    traffic,
    clock: traffic.clock,
    allowances: new Map(header.planned.map(({ id, requests }) => [id, requests])),
    record: (event) => events.push(event),
    toolVersion: TOOL,
    allowDestructive: true,
    wanted: ({ interface: name }) => asked.has(name),
  });
  return foldLedger(events);
}

/** What traffic comes to of which nothing is known but the base URLs. */
export async function judgeAsOthers(
  recorded: readonly HarEntry[],
  { export: products, ...live }: Target,
): Promise<Ledger> {
  const configured = targetFrom({
    ...(products === undefined ? {} : { export: { baseUrl: products.baseUrl } }),
    ...(live.templates === undefined
      ? {}
      : { templates: { baseUrl: live.templates.baseUrl, authUrl: live.templates.authUrl } }),
    ...(live.platform === undefined ? {} : { platform: { baseUrl: live.platform.baseUrl } }),
    ...(live.handover === undefined ? {} : { handover: { baseUrl: live.handover.baseUrl } }),
  } as TargetFile);
  const { entries, target } = trafficOfOthers(recorded, configured);
  const traffic = recordingOf(entries, target, 'of others');
  const events: LedgerEvent[] = [];
  await runSuites(suites, target, {
    traffic,
    clock: traffic.clock,
    record: (event) => events.push(event),
    toolVersion: TOOL,
  });
  return foldLedger(events);
}

/** Must clauses that came to the same verdict, and those that did not. */
export function compared(live: RunReport, again: RunReport) {
  const other = new Map(again.clauses.map((clause) => [clause.id, clause]));
  const must = live.clauses.filter(({ level }) => level === 'must');
  const different = must
    .filter(({ id, verdict }) => other.get(id)?.verdict !== verdict)
    .map(({ id, verdict }) => ({
      clause: id,
      live: verdict,
      again: other.get(id)?.verdict ?? 'skipped',
      reason: other.get(id)?.reasons[0] ?? '',
    }));
  return { clauses: must.length, different };
}
