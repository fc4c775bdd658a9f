import { observed } from '../../../src/harness/index.js';
import { check } from '../check.js';
import { firstPage } from '../survey/survey.js';

/** Rate limiting, which the document does not describe (EXP-LIMIT-1). */
export const rateLimit = [
  check({
    id: 'export.limit.rate',
    clauses: ['EXP-LIMIT-1'],
    title: 'rate limiting, as far as it is met',
    requests: 0,
    last: true,
    async run(context) {
      await firstPage(context);
      const told = new Map<string, string>();
      for (const { headers } of context.run.seen()) {
        for (const [name, value] of headers) if (/^(x-)?rate-?limit/i.test(name)) told.set(name, value);
      }
      const rows = [...told].map(([name, value]) => ({ question: name, answer: value }));
      const limited = context.run.limited();
      if (limited > 0) rows.unshift({ question: 'answers 429', answer: String(limited) });
      return observed(rows.length === 0 ? 'no answer speaks of a rate limit' : 'answers speak of a rate limit', rows);
    },
  }),
];
