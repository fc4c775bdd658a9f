import { type Context, describeAnswer } from '../../src/harness/index.js';
import { Lost } from '../../src/http/index.js';
import { askPage, platformOf } from './page.js';

/** Losses that say that nobody is there, or that nobody can answer. */
const GONE: readonly string[] = ['refused', 'dns', 'tls', 'timeout', 'unavailable', 'rate-limited'];

/** A wrong address, header or collection in a line, from the first pages, which checks ask anyway. */
export async function preflight(context: Context): Promise<string | undefined> {
  const { baseUrl, collections, headers } = platformOf(context);
  try {
    for (const name of collections) {
      const answer = await askPage(context, name);
      const told = describeAnswer(answer);
      const sent = Object.keys(headers).join(', ') || 'no header';
      if (answer.status === 401 || answer.status === 403)
        return `${name} refuses PLATFORM_AUTH_VALUE (sent: ${sent}): ${told}`;
      if (answer.status === 404) return `PLATFORM_COLLECTIONS names ${name}, which is not below ${baseUrl}: ${told}`;
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof Lost) || !GONE.includes(error.kind)) throw error;
    return `PLATFORM_BASE_URL ${baseUrl} cannot be judged: ${error.kind}, ${error.message}`;
  }
}
