import { observed, skip } from '../../src/harness/finding.js';
import { open } from '../../src/harness/topic.js';
import type { ExportTopics } from './topic.js';

/** The clause about rate limiting (EXP-LIMIT-1). The document does not define rate limiting. */
export const rateLimit = {
  'EXP-LIMIT-1': {
    clause: open('rate limiting: status 429 and `Retry-After`')
      .in('Limits')
      .judged('Only observed; no check tries to exceed a rate limit.'),
    checks: {
      'export.limit.rate': {
        title: 'rate limiting, if it occurs during the run',
        observes: {
          responses(answers, rateLimited) {
            if (answers.length === 0) skip('prerequisite', 'no request returned a response');
            const fields = new Map(
              answers.flatMap(({ headers }) =>
                headers.filter(([name]) => /^(x-)?rate-?limit/i.test(name)),
              ),
            );
            const rows = [...fields].map(([name, value]) => ({ question: name, answer: value }));
            if (rateLimited > 0)
              rows.unshift({ question: 'answers 429', answer: String(rateLimited) });
            const reason =
              rows.length === 0
                ? 'no response mentions a rate limit'
                : 'responses mention a rate limit';
            return observed(reason, rows);
          },
        },
      },
    },
  },
} satisfies ExportTopics;
