import { observed, skip } from '../../../src/harness/suite.js';
import { checks } from '../check.js';

/** Rate limiting, which the document does not describe (EXP-LIMIT-1). */
export const rateLimit = checks({
  'EXP-LIMIT-1 export.limit.rate': {
    title: 'rate limiting, if it occurs during the run',
    requests: 0,
    observe(answers, limited) {
      if (answers.length === 0) skip('prerequisite', 'no request returned a response');
      const told = new Map<string, string>();
      for (const { headers } of answers)
        for (const [name, value] of headers) if (/^(x-)?rate-?limit/i.test(name)) told.set(name, value);
      const rows = [...told].map(([name, value]) => ({ question: name, answer: value }));
      if (limited > 0) rows.unshift({ question: 'answers 429', answer: String(limited) });
      return observed(rows.length === 0 ? 'no response mentions a rate limit' : 'responses mention a rate limit', rows);
    },
  },
});
