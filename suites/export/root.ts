/** The clauses about the welcome page at the base URL (EXP-ROOT). */

import { holdsIf, must } from '../../src/harness/topic.js';
import { PLAIN, type ProductsQuestion } from '../../src/protocol/export/question.js';
import { compareTokens } from './survey/welcome-page.js';
import type { ExportTopics } from './topic.js';

const ROOT = { route: 'root' } as const;

const isRootWithoutToken = ({ route, token }: ProductsQuestion): boolean =>
  route === 'root' && token === undefined;

export const root = {
  'EXP-ROOT-1': {
    clause: must('`GET {base_url}/` returns 200')
      .in('Endpoints, A. Export API, item 1')
      .judged('The base URL may have a path. Only the status is compared.'),
    // EXP-ROOT-3 tests requests with a token. A request for another media type than HTML may be
    // refused with 406.
    rule: ({ question, answer }) =>
      isRootWithoutToken(question) && (question.accept ?? null) === null
        ? holdsIf(answer.status === 200, 'status 200')
        : undefined,
    checks: {
      'export.root.status': {
        title: 'GET of the base URL',
        requests: 1,
        asks: () => [ROOT],
      },
    },
  },
  'EXP-ROOT-2': {
    clause: must('the body of `GET {base_url}/` is a text/html greeting')
      .in('Endpoints, A. Export API, item 1')
      .judged(
        'The media type must be text/html, with any parameters, and the body must not be empty.',
      ),
    rule({ question, answer }) {
      if (!isRootWithoutToken(question) || answer.status !== 200) return undefined;
      if (answer.mediaType !== 'text/html')
        return {
          expected: 'media type text/html',
          actual: answer.mediaType || 'no Content-Type',
          sentence: answer.mediaType
            ? `the media type is ${answer.mediaType}; it must be text/html`
            : 'the response has no Content-Type; it must be text/html',
        };
      const sentence = 'the body is empty; it must be a greeting';
      return holdsIf(answer.text.trim() !== '', 'a greeting', 'an empty body', sentence);
    },
    checks: {
      'export.root.greeting': {
        title: 'the body of the welcome page, without Accept and with an Accept for JSON',
        requests: { own: { least: 0, most: 1 }, shared: 1 },
        least: 1,
        asks: () => [ROOT, { ...ROOT, accept: PLAIN }],
      },
    },
  },
  'EXP-ROOT-3': {
    clause: must('`X-EA-Auth-Token` has no effect on `GET {base_url}/`')
      .in('Authentication, Export API, item 1')
      .judged(
        'Compares status and body without a token and with a valid, a malformed and an unknown token.',
      ),
    checks: {
      'export.root.token-ignored': {
        title:
          'the welcome page without a token, and with a malformed, a valid and an unknown token',
        requests: { least: 1, most: 3 },
        walks: compareTokens,
      },
    },
  },
} satisfies ExportTopics;
