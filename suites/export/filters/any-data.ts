import { holdsIf, must, type Ruling, should } from '../../../src/harness/topic.js';
import { describeCriterion, isNegation, only } from '../../../src/protocol/export/filter.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { isNull } from '../model/oracle/column.js';
import { filtered } from '../questions/filtered.js';
import { NEGATIONS, nullProbe } from '../questions/null-probe.js';
import { randomQuestions } from '../questions/random-filters.js';
import { compareTotals } from '../survey/related-totals.js';
import type { ExportTopics } from '../topic.js';
import { isOfRecords, singleCriterion } from './about.js';

/**
 * The clauses about filters that do not depend on certain values of the data. They are about
 * relations between filters, null in negations, and random filters.
 */
export const anyData = {
  'EXP-FILT-16': {
    clause: must(
      'relations that hold for any data: `p` and its negation never overlap and, with the nulls, contain all records; `IN (a,b)` = `= a` OR `= b`; `BETWEEN a b` with a ≤ b = `>= a` AND `<= b`; AND is a subset of each side, OR a superset; order of criteria and groups does not matter; LIKE is a subset of ILIKE',
    )
      .in('Resources, criteria item')
      .judged(
        'Sends random filters and checks the relations between their responses; the smallest violating pair is shown.',
      ),
    checks: {
      'export.filter.algebra': {
        title: 'the totals of related filters',
        requests: { own: { least: 3, most: 40 } },
        walks: compareTotals,
      },
    },
  },
  'EXP-FILT-18': {
    clause: should(
      'null matches neither an operator nor its negation (SQL): `!=`, `NOT LIKE`, `NOT ILIKE`, `NOT IN`, `NOT BETWEEN` exclude nulls',
    )
      .in('SQL, three-valued logic')
      .judged(
        'A target that consistently includes nulls gets a warning, and all other checks accept it.',
      ),
    rule: nullsLeftOut,
    checks: {
      'export.filter.null-left-out': {
        title: 'negations on a column with nulls',
        lacking: 'needs a column with nulls and several values',
        asks({ facts: known, settings: { isLimited } }) {
          const probes = NEGATIONS.flatMap((operator) => nullProbe(known.survey, operator) ?? []);
          // The first probe was sent before the checks, so it costs no further request.
          return (isLimited ? probes.slice(0, 1) : probes).map((probe) =>
            filtered(known, only(probe)),
          );
        },
      },
    },
  },
  'EXP-FILT-17': {
    clause: must(
      'random filters return exactly the records of an independent evaluation of the snapshot',
    )
      .in('Resources, criteria item')
      .judged(
        'Compares random filters with an independent evaluation of the whole dataset; the smallest filter that differs is shown.',
      ),
    checks: {
      'export.filter.random': {
        title: 'random filters, compared with an independent evaluation of the snapshot',
        lacking: 'needs the whole dataset as a snapshot, and a column with two different values',
        requests: { own: { least: 1, most: 22 } },
        asks: ({ facts, settings }) => randomQuestions(facts, settings),
        alsoOwns: (clause, { filter }) => isOfRecords(clause) && filter !== undefined,
      },
    },
  },
} satisfies ExportTopics;

function nullsLeftOut(exchange: Exchange, known: Known | undefined): Ruling {
  const { page } = exchange;
  const criterion = singleCriterion(exchange.compare(known).asked);
  if (page === undefined || criterion === undefined) return undefined;
  const { operator } = criterion;
  const column = known?.survey.columns.get(criterion.column);
  if (!isNegation(operator) || operator === 'IS NOT') return undefined;
  if (column === undefined || column.nulls === 0) return undefined;
  // Booleans are values, although the oracle does not evaluate them.
  const isNullIn = (record: ProductRecord): boolean =>
    column.kind === 'other' ? (record[column.name] ?? null) === null : isNull(record, column);
  const isIncluded = page.records.some(isNullIn);
  const about = describeCriterion(criterion);
  const expected = `no record in which ${column.name} is null, for ${about}`;
  const record = `a record in which ${column.name} is null`;
  const sentence = `a record came in which ${column.name} is null; none must come for ${about}`;
  return holdsIf(!isIncluded, expected, record, sentence);
}
