import type { Context } from '../../../src/harness/context.js';
import { describeAnswer } from '../../../src/harness/finding.js';
import { optional } from '../../../src/harness/optional.js';
import type { Answer } from '../../../src/http/answer.js';
import { isNoData, tryPage } from '../../../src/protocol/export/product-page.js';
import type { Setting } from '../../../src/settings/missing-settings.js';
import { exportOf } from '../model/export-target.js';
import { requestProducts } from './ask.js';

/**
 * What a target says of a token that is there and well-formed only where it is itself at fault:
 * that is judged.
 */
const CONTRADICTED = /token is required|format is invalid/i;

/**
 * A wrong address or token in a line, from the greeting and the first page, which checks ask
 * anyway. Only what a conforming target answers to a wrong setting counts: what breaks a clause is
 * left to the check that owns it.
 */
export async function preflight(
  context: Context,
  asked: (setting: Setting) => boolean,
): Promise<string | undefined> {
  const { baseUrl, destination } = exportOf(context);
  // Where the greeting is answered, the first page has something to be compared with.
  const root = await optional(requestProducts(context, { route: 'root' }));
  if (!asked('export.destination') || destination === undefined) return undefined;
  const page = await requestProducts(context, {});
  const line =
    root?.status === 404 && page.status === 404 && !isNoData(page)
      ? `EXPORT_BASE_URL ${baseUrl} returns neither a welcome page nor products: ${describeAnswer(page)}`
      : refused(page, baseUrl, destination.id);
  // What the legacy route takes is right, and the fault is the v2 route's.
  return line === undefined ||
    tryPage(await requestProducts(context, { route: 'legacy' })) !== undefined
    ? undefined
    : line;
}

function refused(answer: Answer, baseUrl: string, id: number): string | undefined {
  const { status } = answer;
  const told = describeAnswer(answer);
  if (status === 403 || (status === 401 && !CONTRADICTED.test(answer.text)))
    return `destination ${id} refuses EXPORT_TOKEN: ${told}`;
  if (status === 404 && !/No exported data|Requested route/i.test(answer.text))
    return `EXPORT_BASE_URL ${baseUrl} has no products: ${told}`;
  // Another host or scheme: then the address is the wrong one.
  const location = answer.header('location') ?? '';
  const isRedirect = status >= 300 && status < 400 && URL.canParse(location, baseUrl);
  const { origin } = new URL(isRedirect ? location : baseUrl, baseUrl);
  return origin === new URL(baseUrl).origin
    ? undefined
    : `EXPORT_BASE_URL ${baseUrl} sends to ${origin}: ${status}`;
}
