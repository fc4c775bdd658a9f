import type { Context } from '../../../src/harness/context.js';
import { describeAnswer } from '../../../src/harness/finding.js';
import { optional } from '../../../src/harness/optional.js';
import type { Answer } from '../../../src/http/answer.js';
import { isNoData, tryPage } from '../../../src/protocol/export/product-page.js';
import type { Setting } from '../../../src/settings/missing-settings.js';
import { exportOf } from '../model/export-target.js';
import { requestProducts } from './ask.js';

/**
 * These error texts are wrong for a well-formed token. A server that returns them is tested anyway,
 * and checks report the errors.
 */
const WRONG_FOR_VALID_TOKEN = /token is required|format is invalid/i;

/**
 * Detects a wrong address or token before the run, and describes the problem in one line. Other
 * errors of the server are not reported here, because checks report them. Checks need the first two
 * requests anyway.
 */
export async function preflight(
  context: Context,
  isNeeded: (setting: Setting) => boolean,
): Promise<string | undefined> {
  const { baseUrl, destination } = exportOf(context);
  // If both the welcome page and the first page return 404, the address is wrong.
  const root = await optional(requestProducts(context, { route: 'root' }));
  if (!isNeeded('export.destination') || destination === undefined) return undefined;
  const page = await requestProducts(context, {});
  const problem =
    root?.status === 404 && page.status === 404 && !isNoData(page)
      ? `EXPORT_BASE_URL ${baseUrl} returns neither a welcome page nor products: ${describeAnswer(page)}`
      : describeRefusal(page, baseUrl, destination.id);
  if (problem === undefined) return undefined;
  // If the legacy route accepts the settings, the v2 route is at fault and not a setting.
  const legacy = await requestProducts(context, { route: 'legacy' });
  return tryPage(legacy) === undefined ? problem : undefined;
}

/**
 * Describes the wrong setting that a refusal shows. Returns undefined if the refusal does not show
 * that a setting is wrong.
 */
function describeRefusal(answer: Answer, baseUrl: string, id: number): string | undefined {
  const { status } = answer;
  const described = describeAnswer(answer);
  if (status === 403 || (status === 401 && !WRONG_FOR_VALID_TOKEN.test(answer.text)))
    return `destination ${id} refuses EXPORT_TOKEN: ${described}`;
  if (status === 404 && !/No exported data|Requested route/i.test(answer.text))
    return `EXPORT_BASE_URL ${baseUrl} has no products: ${described}`;
  // A redirect to another host or scheme means that the address is wrong.
  const location = answer.header('location') ?? '';
  const isRedirect = status >= 300 && status < 400 && URL.canParse(location, baseUrl);
  const { origin } = new URL(isRedirect ? location : baseUrl, baseUrl);
  return origin === new URL(baseUrl).origin
    ? undefined
    : `EXPORT_BASE_URL ${baseUrl} sends to ${origin}: ${status}`;
}
