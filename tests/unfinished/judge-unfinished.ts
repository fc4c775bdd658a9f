import { diagnose } from '../../src/diagnosis/index.js';
import { runSuites } from '../../src/harness/index.js';
import type { FindingEvent, VerdictEvent } from '../../src/ledger/index.js';
import { targetFrom } from '../../src/settings/index.js';
import { exportSuite } from '../../suites/export/index.js';
import { type Faults, startUnfinished, TOKEN } from './export-server.js';

/** The findings about a server with some faults, and the checks that passed. */
export async function judgeUnfinished(faults: Faults) {
  const server = await startUnfinished(faults);
  const findings: FindingEvent[] = [];
  const verdicts = new Map<string, VerdictEvent>();
  try {
    const { baseUrl } = server;
    const destination = { id: 3, token: TOKEN };
    const target = targetFrom({
      name: 'unfinished',
      export: { baseUrl, siteId: 1, channelId: 2, destination },
    });
    await runSuites([exportSuite], target, {
      seed: 1,
      toolVersion: 'test',
      recordExchanges: false,
      diagnose,
      record: (event) => {
        if (event.type === 'finding') findings.push(event);
        if (event.type === 'verdict') verdicts.set(event.check, event);
      },
    });
  } finally {
    await server.close();
  }
  const passed = [...verdicts.values()].filter(({ verdict }) => verdict === 'passed');
  return { findings, passed: passed.map(({ check }) => check) };
}

/** Each finding as a test shows it: the missing part, or the clause, check and faults. */
export const titlesOf = (findings: readonly FindingEvent[]): readonly string[] =>
  findings.map(({ missing, clause, lead, faults }) =>
    [missing ?? `${clause} ${lead}`, ...faults.map(({ sentence }) => sentence)].join(' '),
  );
