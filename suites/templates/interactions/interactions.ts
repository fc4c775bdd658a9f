import { type Check, type Context, deviates, skip } from '../../../src/harness/index.js';
import { apiCheck, tokenCheck } from '../check.js';
import type { ClauseId } from '../clauses.js';
import { type Judged, judgeCalls, judgeTokens, type Violation } from './judge.js';
import { judgeLeaks } from './leaks.js';
import { askRows } from './rows.js';

/** What is held against every answer of a run, whoever asked, clause by clause. */
const table: readonly (readonly [name: string, clause: ClauseId, title: string, of: 'tokens' | 'templates'])[] = [
  ['form', 'TOK-REQ-1', 'every token request with the right form is answered, of both clients', 'tokens'],
  ['basic', 'TOK-REQ-2', 'HTTP Basic is accepted of both clients', 'tokens'],
  ['response', 'TOK-RES-1', 'every token response has its documented members', 'tokens'],
  ['no-refresh', 'TOK-RES-2', 'no token response has a refresh_token', 'tokens'],
  ['expiry', 'TOK-RES-4', 'every token ends when its expires_in says', 'tokens'],
  ['issuer', 'TOK-DISC-3', 'every token has the same issuer', 'tokens'],
  ['life', 'TOK-LIFE-1', 'a token stays good when others are issued to its client', 'templates'],
  ['accepted', 'ETM-AUTH-1', 'a fresh token is answered, however it was obtained', 'templates'],
  ['anonymous', 'ETM-AUTH-2', 'no answer without Authorization holds templates', 'templates'],
  ['made', 'ETM-AUTH-4', 'no token that was never issued is given templates, whatever else is asked', 'templates'],
  ['organization', 'ETM-AUTH-5', 'a token reaches the same templates in every way, and no others', 'templates'],
];

/** The most requests of the rows where nothing limits a run. */
const MOST = 60;

export const interactions: readonly Check[] = table.map(([name, clause, title, of]) =>
  (of === 'tokens' ? tokenCheck : apiCheck)({
    id: `templates.interaction.${name}`,
    clauses: [clause],
    title,
    requests: { least: 0, most: MOST },
    together: 'templates.interaction',
    last: true,
    async run(context) {
      const { judged, violations } = await reviewOf(context);
      const mine = violations.filter((violation) => violation.clause === clause);
      const [first] = mine;
      if (first !== undefined) {
        const others = mine.length > 1 ? `; likewise in ${mine.length - 1} more answers` : '';
        deviates(`${first.expected}, for ${first.asked}`, `${first.actual}${others}`, ...first.answers);
      }
      const count = judged.get(clause) ?? 0;
      if (count === 0) skip('budget', 'no answer of the run has to do with it; raise --max-requests');
      return `${count} answers of the run keep to it`;
    },
  }),
);

const reviewOf = (
  context: Context,
): Promise<{ readonly judged: ReadonlyMap<ClauseId, number>; readonly violations: readonly Violation[] }> =>
  context.facts.learn('templates.review', async (inner) => {
    const asked = await askRows(inner);
    const judged = new Map<ClauseId, number>();
    const violations: Violation[] = [];
    const add = ({ clause, violation }: Judged): void => {
      judged.set(clause, (judged.get(clause) ?? 0) + 1);
      if (violation !== undefined) violations.push({ clause, ...violation });
    };
    for (const judged of await judgeTokens(inner)) add(judged);
    for (const judged of await judgeCalls(inner, asked)) add(judged);
    for (const judged of await judgeLeaks(inner)) add(judged);
    return { judged, violations };
  });
