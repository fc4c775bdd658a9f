import { JSON_API, PLAIN } from '../../../src/protocol/export/question.js';
import { check } from '../check.js';
import { mistakeQuestions } from './mistakes-made.js';

/** What stands in the header of an error. */
export const errorHeaders = [
  check({
    id: 'export.error.media-type',
    clauses: ['EXP-ERR-6'],
    title: 'the mistakes of the error table, in either format',
    requests: { least: 2, most: 18 },
    factless: async (context) => [
      ...(await mistakeQuestions(context, PLAIN)),
      ...(await mistakeQuestions(context, JSON_API)),
    ],
  }),
  check({
    id: 'export.error.www-authenticate',
    clauses: ['EXP-ERR-7'],
    title: 'the mistakes of the error table that are answered 401, in either format',
    requests: { least: 2, most: 4 },
    // Other checks ask most of them too.
    take: { besides: -6 },
    factless: async (context) =>
      [...(await mistakeQuestions(context, PLAIN)), ...(await mistakeQuestions(context, JSON_API))].filter(
        ({ route, token }) => (route === undefined || route === 'legacy') && token !== 'assay-foreign-token',
      ),
  }),
];
