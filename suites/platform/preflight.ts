import { type Context, describeAnswer } from '../../src/harness/suite.js';
import { ask, platformOf } from './ask.js';

/** A wrong header or collection in a line, from the first pages, which checks ask anyway. */
export async function preflight(context: Context): Promise<string | undefined> {
  const { baseUrl, collections, headers } = platformOf(context.target);
  for (const collection of collections) {
    const answer = await ask(context, { collection });
    const told = describeAnswer(answer);
    const sent = Object.keys(headers).join(', ') || 'no header';
    if (answer.status === 401 || answer.status === 403)
      return `${collection} refuses PLATFORM_AUTH_VALUE (sent: ${sent}): ${told}`;
    if (answer.status === 404)
      return `PLATFORM_COLLECTIONS names ${collection}, which ${baseUrl} does not serve: ${told}`;
  }
  return undefined;
}
