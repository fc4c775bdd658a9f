import { diagnose } from '../src/diagnosis/index.js';
import { runSuites } from '../src/harness/index.js';
import { openTransport } from '../src/http/index.js';
import { type FindingEvent, foldLedger, type LedgerEvent } from '../src/ledger/index.js';
import { virtualClock } from '../src/selftest/virtual-clock.js';
import { targetFrom } from '../src/settings/index.js';
import { suites } from '../suites/index.js';
import { postgres } from '../tests/databases/engines.js';
import { products } from '../tests/databases/products.js';
import { startExport } from '../tests/databases/server.js';
import { FOREIGN_FAULTS, type ForeignFault } from './foreign-faults.js';

/**
 * Faults in a server that is not the reference, written from the document alone: named rightly, or
 * not at all.
 */
export async function foreignTrial(): Promise<boolean> {
  const { target, close } = await startExport(await postgres('C'), products(230));
  const counts = { right: 0, wrong: 0, silent: 0, unseen: 0 };
  const findings: number[] = [];
  const findingsWith = async (around: ForeignFault['around']): Promise<readonly FindingEvent[]> => {
    const { send, close: end } = openTransport({ timeoutMs: 10_000 });
    const events: LedgerEvent[] = [];
    await runSuites(suites, targetFrom(target), {
      clock: virtualClock(),
      toolVersion: 'bench',
      diagnose,
      transport: { send: (sent, signal) => around((one) => send(one, signal), sent), close: end },
      wanted: (check) => check.interface === 'export',
      record: (event) => void events.push(event),
    });
    return foldLedger(events).findings ?? [];
  };
  try {
    // The server has weaknesses of its own, which belong to no fault.
    const own = new Set(
      (await findingsWith((send, sent) => send(sent))).map(({ clause }) => clause),
    );
    for (const { name, same, around } of FOREIGN_FAULTS) {
      const all = await findingsWith(around);
      const found = all.filter(({ clause }) => !own.has(clause));
      const groups = found
        .map(({ faults, common }) => faults.map(({ sentence }) => sentence).concat(common ?? []))
        .filter((group) => group.length > 0);
      const outcome = outcomeOf(found, (id) => same.test(id), name);
      counts[outcome] += 1;
      findings.push(found.length);
      console.log(
        `${outcome.padEnd(7)} ${String(found.length).padStart(2)} ${name}: ${[...found.flatMap(({ missing }) => missing ?? []), ...groups.map((group) => group.join(', '))].join(' | ')}`,
      );
    }
  } finally {
    await close();
  }
  const mean = findings.reduce((sum, one) => sum + one, 0) / findings.length;
  console.log(
    `${FOREIGN_FAULTS.length} faults in another server: ${JSON.stringify(counts)}, findings mean ${mean.toFixed(1)}`,
  );
  return counts.wrong <= 1;
}

/**
 * What findings say of a fault: a reproduced defect, or a part that is not implemented, or the
 * wrong one of either.
 */
function outcomeOf(
  found: readonly FindingEvent[],
  isSame: (id: string) => boolean,
  fault: string,
): 'right' | 'wrong' | 'silent' | 'unseen' {
  if (found.length === 0) return 'unseen';
  const [part = fault] =
    /orderBy|groupBy|filter|limit|offset|legacy|\b[A-Z]{2,}\b/.exec(fault) ?? [];
  const said = found.flatMap(({ faults, missing }) => {
    if (missing !== undefined) return [missing.includes(part)];
    return faults.length === 0
      ? []
      : [faults.some(({ id, sentence }) => isSame(id) || sentence.includes(part))];
  });
  if (said.includes(false)) return 'wrong';
  return said.length > 0 ? 'right' : 'silent';
}
