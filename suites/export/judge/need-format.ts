import { type Context, skip } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';
import { PLAIN } from '../../../src/protocol/export/question.js';
import { requestProducts } from '../ask.js';
import { isNoData, tryPage } from '../product-page.js';

/**
 * Skips where a list shows nothing of its format: where none is given, and where it is empty and the target gives the
 * same in either format, as one does that knows no question.
 */
export async function needFormat(context: Context, answer: Answer): Promise<Answer> {
  if (isNoData(answer)) skip('data', 'the destination holds no product, and so gives no list to look at');
  if (tryPage(answer)?.records.length !== 0) return answer;
  const [envelope, bare] = [
    tryPage(await requestProducts(context, {})),
    tryPage(await requestProducts(context, { accept: PLAIN })),
  ];
  if (envelope?.meta === undefined || bare === undefined || bare.meta !== undefined)
    skip('data', 'the destination holds no product, and an empty list is the same in both formats');
  return answer;
}
