/** The clauses about `LIKE`, `ILIKE` and letter case. */

import { holdsIf, must, should } from '../../../src/harness/topic.js';
import {
  type Criterion,
  describeCriterion,
  only,
  where,
} from '../../../src/protocol/export/filter.js';
import { swapCase } from '../../../src/protocol/swap-case.js';
import { bestColumns } from '../model/columns.js';
import type { Known, Survey } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { textsOf } from '../model/oracle/column.js';
import { foldAscii } from '../model/oracle/equality.js';
import { filtered } from '../questions/filtered.js';
import type { ExportTopics } from '../topic.js';
import { byOne, ruleAndRelation, singleCriterion } from './about.js';
import { checkOf } from './operator-check.js';

const REQUIRED_TEXTS = 'two records with different texts of several letters in a column';

export const patterns = {
  'EXP-FILT-3': {
    clause: must(
      '`LIKE` and `NOT LIKE` match a pattern: `%` is any run of characters, `_` any one character',
    )
      .in('Resources, criteria item')
      .judged(
        'Patterns are made from values of the data and must match from the first to the last character.',
      ),
    ...ruleAndRelation(byOne('LIKE', 'NOT LIKE')),
    checks: {
      'export.filter.like': checkOf('LIKE', REQUIRED_TEXTS),
      'export.filter.not-like': checkOf('NOT LIKE', REQUIRED_TEXTS),
    },
  },
  'EXP-FILT-4': {
    clause: should('`=` and `LIKE` respect case')
      .in('SQL, comparison of text')
      .judged('Sends values of the data in another letter case.'),
    rule: caseRespected,
    checks: {
      'export.filter.case': {
        title:
          '= and LIKE with values of the data in another letter case, and = with an unchanged value',
        requests: { own: { least: 1, most: 5 } },
        lacking: 'needs a text of letters A to Z',
        asks: ({ facts: known }) =>
          [
            caseProbe(known.survey, 'LIKE', swapCase),
            // This request has the unchanged value. A cache that ignores letter case would return its
            // response to the next request, too.
            swappedBack(caseProbe(known.survey, '=', swapCase)),
            caseProbe(known.survey, '=', swapCase),
            caseProbe(known.survey, '=', swapCaseOfFirst),
            caseProbe(known.survey, 'LIKE', swapCaseOfLast),
          ].map((probe) => probe && filtered(known, only(probe))),
      },
    },
  },
  'EXP-FILT-5': {
    clause: must('`ILIKE` and `NOT ILIKE` are `LIKE` and `NOT LIKE` without regard to case')
      .in('Resources, criteria item')
      .judged('Sends the patterns of `LIKE` in another letter case.'),
    ...ruleAndRelation(byOne('ILIKE', 'NOT ILIKE')),
    checks: {
      'export.filter.ilike': checkOf('ILIKE', REQUIRED_TEXTS),
      'export.filter.not-ilike': checkOf('NOT ILIKE', REQUIRED_TEXTS),
    },
  },
} satisfies ExportTopics;

/**
 * Texts with wildcards, escapes, characters beyond ASCII, or whitespace at an end. They are not used
 * to test letter case.
 */
const UNCLEAR = /[%_\\[\]]|[^\x20-\x7e]|^\s|\s$/;

function caseRespected(exchange: Exchange, known: Known | undefined) {
  const { page } = exchange;
  const criterion = singleCriterion(exchange.compare(known).asked);
  if (page === undefined || criterion === undefined) return undefined;
  const { column, operator, value } = criterion;
  if ((operator !== '=' && operator !== 'LIKE') || typeof value !== 'string') return undefined;
  if (!/[A-Za-z]/.test(value) || UNCLEAR.test(value)) return undefined;
  const folded = foldAscii(value);
  const isInOtherCase = (text: unknown): boolean =>
    typeof text === 'string' &&
    text.length === value.length &&
    text !== value &&
    foldAscii(text) === folded;
  const other = page.records.map((record) => record[column]).find(isInOtherCase);
  const about = describeCriterion(criterion);
  return holdsIf(
    other === undefined,
    `only records for which ${about}, with the same case`,
    `also ${JSON.stringify(other)}`,
    `${JSON.stringify(other)} came for ${about}; it must not, because its letter case is another one`,
  );
}

/**
 * A criterion with a text of the data in another letter case. Prefers a text that, once changed,
 * does not occur in the data.
 */
function caseProbe(
  survey: Survey,
  operator: '=' | 'LIKE',
  change: (text: string) => string,
): Criterion | undefined {
  for (const column of bestColumns(survey, 'text')) {
    const texts = new Set(textsOf(column));
    const fit = [...texts].filter((text) => change(text) !== text && !UNCLEAR.test(text));
    const chosen = fit.find((text) => !texts.has(change(text))) ?? fit[0];
    if (chosen !== undefined) return where(column.name, operator, change(chosen));
  }
  return undefined;
}

const swappedBack = (probe: Criterion | undefined): Criterion | undefined =>
  probe && { ...probe, value: swapCase(String(probe.value)) };

const swapCaseOfFirst = (text: string): string => `${swapCase(text.slice(0, 1))}${text.slice(1)}`;
const swapCaseOfLast = (text: string): string => `${text.slice(0, -1)}${swapCase(text.slice(-1))}`;
