import { holdsIf, type RuleTable } from '../../../src/harness/suite.js';
import type { ClauseId } from '../clauses.js';
import type { Exchange } from '../exchange.js';
import type { Known } from '../survey/data.js';

/** The rules of the welcome page; a token is the business of EXP-ROOT-3. */
export const ROOT_RULES: RuleTable<Exchange, Known | undefined, ClauseId> = {
  'EXP-ROOT-1': ({ question, answer }) =>
    question.token === undefined ? holdsIf(answer.status === 200, 'status 200') : undefined,
  'EXP-ROOT-2': ({ question, answer }) => {
    if (question.token !== undefined || answer.status !== 200) return undefined;
    if (answer.mediaType !== 'text/html')
      return { expected: 'media type text/html', actual: answer.mediaType || 'no Content-Type' };
    return holdsIf(answer.text.trim() !== '', 'a greeting', 'an empty body');
  },
};
