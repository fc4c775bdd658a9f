import { type Context, describeAnswer } from '../../src/harness/index.js';
import { Lost } from '../../src/http/index.js';
import { askHandover, handoverOf } from './ask.js';

/** Losses that say that nobody is there. */
const GONE: readonly string[] = ['refused', 'dns', 'tls', 'timeout'];

/** A wrong address in a line, from the request without authorization, which checks make anyway. */
export async function preflight(context: Context): Promise<string | undefined> {
  const { baseUrl } = handoverOf(context);
  try {
    const answer = await context.facts.learn('handover.anonymous', (inner) => askHandover(inner, {}));
    const speaks = typeof answer.json === 'object' && answer.json !== null && 'message' in answer.json;
    return answer.status === 404 && !speaks
      ? `CDE_BASE_URL ${baseUrl} has no handover: ${describeAnswer(answer)}`
      : undefined;
  } catch (error) {
    if (!(error instanceof Lost) || !GONE.includes(error.kind)) throw error;
    return `CDE_BASE_URL ${baseUrl} cannot be judged: ${error.kind}, ${error.message}`;
  }
}
