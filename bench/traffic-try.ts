import { suites } from '../suites/index.js';
import { runSuites } from '../src/harness/index.js';
import { foldLedger, type Ledger, type LedgerEvent } from '../src/ledger/index.js';
import { DEFECTS, startReference, type ReferenceOptions } from '../src/reference/index.js';
import { runReport } from '../src/report/index.js';
import { targetFrom, type Target, withStandIns, type TargetFile } from '../src/settings/index.js';
import { optionsOf } from '../src/cli/selftest/matrix.js';
import { virtualClock } from '../src/cli/selftest/virtual-clock.js';
import { entriesOfLedger, recordingOf } from '../src/traffic/index.js';

let wanted = (_: { readonly interface: string }): boolean => true;
async function live(options: ReferenceOptions): Promise<{ ledger: Ledger; target: Target }> {
  const clock = virtualClock();
  const server = await startReference({ clock: clock.now, ...options });
  try {
    const events: LedgerEvent[] = [];
    const base = targetFrom({ ...server.target, timeout: '5s' }, 'reference');
    const target = base.export === undefined ? base : { ...base, export: { ...base.export, fixture: server.records } };
    await runSuites(suites, target, { seed: 1, clock, record: (e) => events.push(e), toolVersion: 'bench', allowDestructive: true, wanted });
    return { ledger: foldLedger(JSON.parse(JSON.stringify(events))), target };
  } finally { await server.close(); }
}
async function offline(ledger: Ledger, fixture: Target): Promise<Ledger> {
  const t = targetFrom(withStandIns(ledger.header.target.settings) as TargetFile);
  const target = t.export === undefined ? t : { ...t, export: { ...t.export, ...(fixture.export?.fixture ? { fixture: fixture.export.fixture } : {}) } };
  const events: LedgerEvent[] = [];
  const traffic = recordingOf(entriesOfLedger(ledger), target, { isForeign: false });
  await runSuites(suites, target, { seed: ledger.header.seed, traffic, clock: traffic.clock, record: (e) => events.push(e), toolVersion: 'bench', allowDestructive: true, wanted,
    allowances: new Map(ledger.header.planned.map(({ id, requests }) => [id, requests])) });
  return foldLedger(events);
}
const must = new Set(suites.flatMap((x) => Object.entries(x.clauses).filter(([, c]) => c.level === 'must').map(([i]) => i)));
const [pick, ...rest] = process.argv.slice(2);
const ids = pick === 'ALL' ? DEFECTS.filter((d) => must.has(d.clause) && rest.includes(d.interface)).map((d) => d.id) : process.argv.slice(2);
let cells = 0, equal = 0;
for (const id of ids) {
  const defect = DEFECTS.find((d) => d.id === id);
  wanted = ({ interface: name }) => defect === undefined || name === defect.interface;
  const t0 = performance.now();
  const { ledger, target } = await live(defect ? optionsOf(defect) : {});
  const t1 = performance.now();
  const again = await offline(ledger, target);
  const t2 = performance.now();
  const [a, b] = [runReport(ledger), runReport(again)];
  const byId = new Map(b.clauses.map((c) => [c.id, c]));
  for (const c of a.clauses) {
    if (c.level !== 'must') continue;
    cells += 1;
    const other = byId.get(c.id);
    if (other?.verdict === c.verdict) equal += 1;
    else console.log(id, c.id, c.verdict, '->', other?.verdict, other?.reasons.slice(0, 2).join(' | ').slice(0, 300));
  }
  if (process.env.CHECKS) {
    const bc = new Map(b.checks.map((c) => [c.id, c]));
    for (const c of a.checks) { const o = bc.get(c.id); if (o?.verdict !== c.verdict) console.log('   check', c.id, c.verdict, '->', o?.verdict, o?.cause, (o?.reason ?? '').slice(0, 250)); }
  }
  console.log(id, Math.round(t1 - t0), Math.round(t2 - t1), `${equal}/${cells}`);
}
