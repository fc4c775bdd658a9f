import type { HarEntry } from '../../src/formats/har.js';
import { runSuites } from '../../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../../src/ledger/index.js';
import { runReport } from '../../src/report/index.js';
import type { RunReport, TargetFile } from '../../src/schema/types.js';
import { targetFrom } from '../../src/settings/index.js';
import { recordingOf, trafficOfOthers } from '../../src/traffic/index.js';
import { suites } from '../../suites/index.js';

/** The base URLs of a target, and nothing else. */
const bareTarget = ({ export: products, templates, platform, handover }: TargetFile): TargetFile =>
  JSON.parse(
    JSON.stringify({
      export: products && { baseUrl: products.baseUrl },
      templates: templates && { baseUrl: templates.baseUrl, authUrl: templates.authUrl },
      platform: platform && { baseUrl: platform.baseUrl },
      handover: handover && { baseUrl: handover.baseUrl },
    }),
  );

/** What traffic comes to of which nothing is known but the base URLs. */
export async function judgedAsOthers(
  recorded: readonly HarEntry[],
  target: TargetFile,
): Promise<RunReport> {
  const { entries, target: shown } = trafficOfOthers(recorded, targetFrom(bareTarget(target)));
  const traffic = recordingOf(entries, shown, 'of others');
  const events: LedgerEvent[] = [];
  const record = (event: LedgerEvent): void => void events.push(event);
  await runSuites(suites, shown, {
    traffic,
    clock: traffic.clock,
    record,
    toolVersion: 'test',
    origin: 'traffic',
  });
  return runReport(foldLedger(events));
}

export const failuresIn = ({ checks }: RunReport): readonly string[] =>
  checks.flatMap(({ verdict, clauses, reason }) =>
    verdict === 'failed' ? [`${clauses[0]}: ${reason}`] : [],
  );
