import { type Context, describeAnswer, deviates, warns } from '../../src/harness/index.js';
import type { Answer } from '../../src/http/index.js';
import { askTemplates, givesTemplates, withToken } from './templates.js';

/** No templates for it; a refusal should be 401. */
export async function expectNoTemplates(
  context: Context,
  name: string,
  authorization: string | undefined,
  query = '',
): Promise<void> {
  const authorized = await withToken(context);
  const answer = await askTemplates(context, authorization, query);
  expectNone(answer, authorized, name);
  if (answer.status !== 401) warns(`401 for ${name}`, describeAnswer(answer), answer);
}

/** No templates in an answer, beside what the authorized one gives. */
export function expectNone(answer: Answer, authorized: Answer, name: string): void {
  if (givesTemplates(answer, authorized)) deviates(`no templates for ${name}`, describeAnswer(answer), answer);
}
