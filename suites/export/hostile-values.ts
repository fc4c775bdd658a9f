/** The clauses about values that no correct client sends (EXP-HARD). */

import { isServerError, noServerError } from '../../src/harness/rule.js';
import { should } from '../../src/harness/topic.js';
import { isUnknown, PLAIN, productsPath } from '../../src/protocol/export/question.js';
import { isHostile } from './model/hostile.js';
import { hostilePlaces } from './questions/hostile-values.js';
import {
  containsNul,
  isMisunderstood,
  misunderstood,
  misunderstoodValues,
  widening,
} from './questions/misunderstood.js';
import { NUL } from './questions/paths.js';
import type { ExportRule, ExportTopics } from './topic.js';

/** A path that ends with NUL must not return the products of the route before the NUL. */
const productsUpToNul: ExportRule = ({ question: { route }, answer, page }) => {
  if (typeof route !== 'object' || !isUnknown(route) || !route.path.endsWith(NUL)) return undefined;
  if (isServerError(answer)) return undefined;
  if (page === undefined) return 'holds';
  const actual = `${page.records.length} products`;
  const sentence = `${actual} came for a path with NUL behind \`/products\`; it must be refused`;
  return { expected: 'a refusal', actual, sentence };
};

export const hostileValues = {
  'EXP-HARD-1': {
    clause: should('no request is answered with 5xx for what is in it')
      .in('RFC 9110, section 15.6')
      .judged(
        'Sends malformed and extreme values in each part of a request, the shortest first. Any refusal conforms.',
      ),
    rule({ question, answer }, known) {
      const isFailed = isServerError(answer);
      // A filter that cannot be understood is not hostile by itself. It counts only if the server
      // fails on it.
      const isTested = isHostile(question) || (isFailed && isMisunderstood(question, known));
      if (!isTested || answer.status === 429) return undefined;
      return noServerError(answer);
    },
    checks: Object.fromEntries(
      hostilePlaces.map(({ id, title, most, questions, lacking }) => [
        `export.hostile.${id}`,
        {
          title,
          requests: { own: { least: 1, most } },
          permission: 'hostileValues' as const,
          ...(lacking === undefined ? {} : { lacking }),
          asks: questions,
        },
      ]),
    ),
  },
  'EXP-HARD-2': {
    clause: should(
      'a value or parameter that cannot be understood never widens the result: it is refused or matches nothing',
    )
      .in('Good practice: a filter that is not understood must not be ignored')
      .judged('The response must not contain the whole list.'),
    rule: (exchange, known) => widening(exchange, known) ?? productsUpToNul(exchange, known),
    checks: {
      'export.hostile.products-up-to-nul': {
        title: 'the products path with NUL behind it: a server may read a path up to its NUL',
        requests: { own: 1 },
        permission: 'hostileValues',
        asks: ({ settings: { target } }) => [
          { route: { path: `${productsPath('v2', target)}${NUL}` }, accept: PLAIN },
        ],
      },
      'export.filter.misunderstood': {
        title:
          'filters whose parameters cannot be understood, such as a criterion without a value, or that stand behind 1,000 parameters',
        requests: { own: { least: 1, most: 11 }, shared: 4 },
        lacking: 'needs a column of numbers, and more than one record',
        asks: ({ facts }) => misunderstood(facts),
      },
      'export.filter.misunderstood-values': {
        title: 'filters with values that cannot be understood, such as `NaN`, or a text with NUL',
        requests: { own: { least: 1, most: 14 }, shared: 4 },
        lacking: 'needs a column of numbers, and more than one record',
        asks: ({ facts, settings: { mayBeHostile } }) =>
          misunderstoodValues(facts).filter((question) => mayBeHostile || !containsNul(question)),
      },
    },
  },
} satisfies ExportTopics;
