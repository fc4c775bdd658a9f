import { must } from '../../../src/harness/topic.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import {
  absentValues,
  MAX_PRESENT_VALUE_REQUESTS,
  presentValues,
  writtenOtherwise,
} from '../questions/literals.js';
import { comparing, type ExportTopics } from '../topic.js';
import { byBlank, isOfRecords, ruleAndRelation } from './about.js';

/** Whether a violated clause is about the records that a filter selects. */
const isOfFilter = (clause: string, { filter }: ProductsQuestion): boolean =>
  filter !== undefined && isOfRecords(clause);

/** The clauses about the encoding of operators and about special characters in values. */
export const literals = {
  'EXP-FILT-13': {
    clause: must(
      'operator characters arrive URL-encoded; both `%20` and `+` mean a space in `NOT LIKE`',
    )
      .in('Endpoints, A. Export API, bracket notation')
      .judged(
        'Sends the same filter with both encodings of a space. A semicolon that is not escaped should be data as well: HTML 4 let servers read it as `&`.',
      ),
    rule: comparing({ semicolon: () => true }),
    checks: {
      'export.filter.blank-encoding': {
        title:
          'operators percent-encoded, with %20 and + for a space, with lower-case escapes, and a semicolon as it is',
        requests: { own: { least: 2, most: 10 } },
        lacking: 'needs two records with different texts in a column',
        asks: ({ facts }) => writtenOtherwise(facts),
        alsoOwns: isOfFilter,
      },
    },
  },
  'EXP-FILT-14': {
    clause: must(
      'a value is data: quotes, `%`, `_`, `\\`, `;`, comments, brackets, commas, `&`, `=`, `#` and non-ASCII characters match literally in `=`',
    )
      .in('Resources, criteria item')
      .judged(
        'Values with these characters, also SQL injection attempts, must match literally or match nothing.',
      ),
    ...ruleAndRelation(byBlank),
    checks: {
      'export.filter.literals-absent': {
        title: 'values that resemble SQL, wildcards or syntax and occur in no record',
        lacking: 'needs a column with two different texts',
        requests: { own: { least: 1, most: 5 } },
        asks: ({ facts }) => absentValues(facts),
        alsoOwns: isOfFilter,
      },
      'export.filter.literals-present': {
        title: 'values of the data with quotes, wildcards, spaces, commas or non-Latin letters',
        lacking:
          'needs a text with a quote, %, _, a comma, a trailing space or a non-ASCII character',
        requests: { own: { least: 1, most: MAX_PRESENT_VALUE_REQUESTS } },
        asks: ({ facts }) => presentValues(facts),
        alsoOwns: isOfFilter,
      },
    },
  },
} satisfies ExportTopics;
