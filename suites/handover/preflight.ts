import { type Context, describeAnswer } from '../../src/harness/suite.js';
import { messageIn } from '../../src/protocol/handover/question.js';
import { ANONYMOUS, ask, handoverOf } from './ask.js';

/** A wrong address in a line, from the request without authorization, which checks make anyway. */
export async function preflight(context: Context): Promise<string | undefined> {
  const { baseUrl } = handoverOf(context.target);
  const answer = await ask(context, ANONYMOUS);
  return answer.status === 404 && messageIn(answer) === undefined
    ? `CDE_BASE_URL ${baseUrl} has no handover: ${describeAnswer(answer)}`
    : undefined;
}
