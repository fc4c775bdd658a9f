import type { Exchange } from '../model/exchange.js';
import { showRecords } from '../model/expected-records.js';
import { identity } from '../model/identity.js';
import { mistakesIn } from '../model/mistakes.js';
import type { Relation } from './violation.js';

/**
 * Whether a request with nothing odd in it asks for products of a destination with its own token.
 */
function isRight({ question, page, target }: Exchange): boolean {
  const { headers, extra, groupBy } = question;
  const isPlain = [headers, extra, groupBy].every((one) => one === undefined);
  return isPlain && page !== undefined && mistakesIn(target, question)?.length === 0;
}

/**
 * EXP-AUTH-4: no record that was seen to be another destination's alone comes with the token of
 * this one.
 */
export const foreignRecords: Relation = (exchanges, known) => {
  const { whole } = known;
  const right = whole.complete ? exchanges.filter(isRight) : [];
  const own = new Set(whole.records.map((record) => identity(record, whole.changing)));
  const foreign = new Map(
    right
      .filter(({ question }) => question.destination !== undefined)
      .flatMap((exchange) =>
        (exchange.page?.records ?? []).map(
          (record) => [identity(record, whole.changing), exchange] as const,
        ),
      )
      .filter(([record]) => !own.has(record)),
  );
  if (foreign.size === 0) return [];
  for (const exchange of right) {
    if (exchange.question.destination !== undefined) continue;
    const found =
      exchange.page?.records.filter((record) => foreign.has(identity(record, whole.changing))) ??
      [];
    const [first] = found;
    const other = first && foreign.get(identity(first, whole.changing));
    if (other === undefined) continue;
    const expected = `no records of destination ${other.question.destination?.id}`;
    return [
      {
        clause: 'EXP-AUTH-4',
        expected,
        actual: showRecords(found, [], whole),
        exchanges: [other, exchange],
      },
    ];
  }
  return [];
};
