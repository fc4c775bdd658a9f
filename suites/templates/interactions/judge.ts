import { decodeJwt } from 'jose';
import { type Context, describeAnswer } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';
import { checkSchema, describeProblems } from '../../../src/schema/validate.js';
import type { ClauseId } from '../clauses.js';
import { basicToken, formToken, tokenIn } from '../issued-tokens.js';
import { knownItems, textsOf } from './leaks.js';
import type { Asked, Call } from './rows.js';
import { type TokenQuestion, tokenQuestionOf } from './token-question.js';

interface Contradiction {
  readonly asked: string;
  readonly expected: string;
  readonly actual: string;
  readonly answers: readonly Answer[];
}

export type Violation = Contradiction & { readonly clause: ClauseId };

/** A clause that an answer was held against, and what it contradicts. */
export interface Judged {
  readonly clause: ClauseId;
  readonly violation?: Contradiction | undefined;
}

/** Seconds by which clocks and roundings may differ (TOK-RES-4). */
const TOLERANCE = 60;

/** Every answer of the run to right credentials; what the first one lacks is blamed by the checks that ask for it. */
export async function judgeTokens(context: Context): Promise<readonly Judged[]> {
  const { answer: first } = await formToken(context);
  const { answer: basic } = await basicToken(context);
  if (tokenIn(first) === undefined) return [];
  const found: Judged[] = [];
  for (const answer of context.run.seen()) {
    const question = tokenQuestionOf(context, answer);
    if (question === undefined || answer.status === 429 || answer === first || answer === basic) continue;
    // The spelling of Basic that this target does not take was tried before the one that it takes.
    if (question.way === 'basic' && answer.exchange < basic.exchange) continue;
    const asked = nameOf(question);
    const wrong = (expected: string, actual: string): Contradiction => ({
      asked,
      expected,
      actual,
      answers: [first, answer],
    });
    const clause = question.way === 'basic' ? 'TOK-REQ-2' : 'TOK-REQ-1';
    const isGiven = answer.status === 200 && tokenIn(answer) !== undefined;
    // Where Basic is refused of the first client as well, that is one fault.
    if (clause === 'TOK-REQ-1' || tokenIn(basic) !== undefined)
      found.push({ clause, violation: isGiven ? undefined : wrong('a token', describeAnswer(answer)) });
    if (isGiven) found.push(...responseOf(answer, first, wrong));
  }
  return found;
}

function* responseOf(
  answer: Answer,
  first: Answer,
  wrong: (expected: string, actual: string) => Contradiction,
): Generator<Judged> {
  const problems = problemsOf(answer).filter((problem) => !problemsOf(first).includes(problem));
  yield {
    clause: 'TOK-RES-1',
    violation: problems.length === 0 ? undefined : wrong('the members of a token response', problems.join('; ')),
  };
  const hasRefresh = (answer: Answer): boolean => 'refresh_token' in Object(answer.json);
  const refreshes = hasRefresh(answer) && !hasRefresh(first);
  yield { clause: 'TOK-RES-2', violation: refreshes ? wrong('no refresh_token', 'one') : undefined };
  const [claims, known] = [claimsOf(answer), claimsOf(first)];
  const [left, firstLeft] = [strayOf(answer, claims), strayOf(first, known)];
  if (left !== undefined)
    yield {
      clause: 'TOK-RES-4',
      violation:
        left > TOLERANCE && (firstLeft ?? 0) <= TOLERANCE
          ? wrong('exp at the end of expires_in', `${Math.round(left)} s away from it`)
          : undefined,
    };
  if (known.iss !== undefined)
    yield {
      clause: 'TOK-DISC-3',
      violation: claims.iss === known.iss ? undefined : wrong(`iss ${known.iss}`, String(claims.iss)),
    };
}

function problemsOf({ json }: Answer): readonly string[] {
  const result = checkSchema('templates/token', json);
  return 'value' in result ? [] : result.problems.slice(0, 5).map((problem) => describeProblems([problem]));
}

function claimsOf(answer: Answer): ReturnType<typeof decodeJwt> {
  try {
    return decodeJwt(tokenIn(answer) ?? '');
  } catch {
    return {};
  }
}

/** Seconds between the end that a token has and the one that its response names, by when it says it was issued. */
function strayOf({ json }: Answer, { exp, iat }: ReturnType<typeof decodeJwt>): number | undefined {
  const { expires_in: seconds } = Object(json) as { readonly expires_in?: unknown };
  return typeof exp === 'number' && typeof iat === 'number' && typeof seconds === 'number'
    ? Math.abs(exp - iat - seconds)
    : undefined;
}

const nameOf = ({ owner, way }: Pick<TokenQuestion, 'owner' | 'way'>): string =>
  `a token of the ${owner === 'first' ? 'client' : 'second client'} obtained with ${way === 'basic' ? 'HTTP Basic' : 'the form'}`;

/** Calls with tokens that have time left: answered, with the same templates however the token was obtained. */
export async function judgeCalls(context: Context, { calls }: Asked): Promise<readonly Judged[]> {
  const plain = calls.filter(({ scheme, place }) => scheme === 'Bearer' && place === '');
  const found: Judged[] = [];
  const known = await knownItems(context);
  for (const call of calls) {
    const asked = `${nameOf({ owner: call.by.owner, way: call.by.way })}, ${call.scheme}${call.place === '' ? '' : `, with ${call.place}`}`;
    const answers = [call.by.issued.answer, call.answer];
    if (plain.includes(call)) {
      const clause = isOlder(call, calls) ? 'TOK-LIFE-1' : 'ETM-AUTH-1';
      const violation = { asked, expected: 'a status 2xx', actual: describeAnswer(call.answer), answers };
      if (call.answer.status !== 429) found.push({ clause, violation: call.answer.ok ? undefined : violation });
    }
    // What a query does is open; that the scheme is written otherwise changes nothing.
    const wanted = known.get(call.by.owner);
    if (call.place !== '' || !call.answer.ok || wanted === undefined) continue;
    const given = textsOf(call.answer);
    const same = given.size === wanted.size && [...given].every((item) => wanted.has(item));
    const violation = {
      asked,
      expected: `the same ${wanted.size} templates as ever`,
      actual: `${given.size} templates`,
      answers,
    };
    found.push({ clause: 'ETM-AUTH-5', violation: same ? undefined : violation });
  }
  return found;
}

/** Whether another token was issued to the same client later: then it is the life of this one that ended. */
const isOlder = ({ by }: Call, calls: readonly Call[]): boolean =>
  calls.some(
    (call) =>
      call.answer.ok && call.by.owner === by.owner && call.by.issued.answer.exchange > by.issued.answer.exchange,
  );
