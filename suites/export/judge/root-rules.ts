import { describeAnswer, holdsIf, type RelationViolation, type Rule } from '../../../src/harness/suite.js';
import type { ClauseId } from '../clauses.js';
import type { Exchange } from '../exchange.js';
import type { Known } from '../known.js';

/** The rules of the welcome page; with a token they are for EXP-ROOT-3. */
export const ROOT_RULES: readonly Rule<Exchange, Known | undefined, ClauseId>[] = [
  [
    'EXP-ROOT-1',
    ({ question, answer }) =>
      question.token === undefined ? holdsIf(answer.status === 200, 'status 200', describeAnswer(answer)) : undefined,
  ],
  [
    'EXP-ROOT-2',
    ({ question, answer }) => {
      if (question.token !== undefined || answer.status !== 200) return undefined;
      if (answer.mediaType !== 'text/html')
        return { expected: 'media type text/html', actual: answer.mediaType || 'no Content-Type' };
      return holdsIf(answer.text.trim() !== '', 'a greeting', 'an empty body');
    },
  ],
];

/** EXP-ROOT-3: the answer is the same with any token. A page that differs from one moment to the next tells nothing. */
export function tokenIgnored(
  exchanges: readonly Exchange[],
  note: (clause: ClauseId) => void,
): readonly RelationViolation<Exchange, ClauseId>[] {
  const pages = exchanges.filter(({ question }) => question.route === 'root');
  const bare = pages.filter(({ question }) => question.token === undefined);
  const [first] = bare;
  if (first === undefined) return [];
  const isSteady = bare.every(({ answer }) => answer.body.equals(first.answer.body));
  return pages.flatMap((page): readonly RelationViolation<Exchange, ClauseId>[] => {
    if (page.question.token === undefined) return [];
    const { status, body } = page.answer;
    const isSame = status === first.answer.status && (!isSteady || body.equals(first.answer.body));
    // A page that nobody gets shows nothing of the token (EXP-ROOT-1).
    if (isSame && status !== 200) return [];
    note('EXP-ROOT-3');
    const expected = 'the same answer as without a token';
    return isSame
      ? []
      : [{ clause: 'EXP-ROOT-3', expected, actual: describeAnswer(page.answer), exchanges: [first, page] }];
  });
}
