import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Exchange } from '../model/exchange.js';
import { showRecords } from '../model/expected-records.js';
import { identity } from '../model/identity.js';
import { mistakesIn } from '../model/mistakes.js';
import type { ExportRelation } from '../topic.js';
import { inRun } from './relation.js';

/**
 * Whether a request without further header fields, unknown parameters and groupBy has no mistake,
 * and returned a page.
 */
export function isPlainAndCorrect({ question, page, target }: Exchange): boolean {
  const { headers, extra, groupBy } = question;
  const isPlain = [headers, extra, groupBy].every((one) => one === undefined);
  return isPlain && page !== undefined && mistakesIn(target, question)?.length === 0;
}

/**
 * Finds records that are returned for this destination, although only another destination contains
 * them.
 */
export const foreignRecords: ExportRelation = inRun((exchanges, { whole }) => {
  const idOf = (record: ProductRecord): string => identity(record, whole.changing);
  const correct = whole.complete ? exchanges.filter(isPlainAndCorrect) : [];
  const own = new Set(whole.records.map(idOf));
  const foreign = new Map(
    correct
      .filter(({ question }) => question.destination !== undefined)
      .flatMap((exchange) =>
        (exchange.page?.records ?? []).map((record) => [idOf(record), exchange] as const),
      )
      .filter(([id]) => !own.has(id)),
  );
  if (foreign.size === 0) return [];
  for (const exchange of correct) {
    if (exchange.question.destination !== undefined) continue;
    const found = (exchange.page?.records ?? []).filter((record) => foreign.has(idOf(record)));
    const [first] = found;
    const other = first && foreign.get(idOf(first));
    if (other === undefined) continue;
    const unwanted = `records of destination ${other.question.destination?.id}`;
    const actual = showRecords(found, [], whole);
    return [
      {
        expected: `no ${unwanted}`,
        actual,
        sentence: `${actual} came; no ${unwanted} must come`,
        exchanges: [other, exchange],
      },
    ];
  }
  return [];
});
