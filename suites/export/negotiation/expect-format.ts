import { type Context, describeAnswer, deviates, expectStatus } from '../../../src/harness/index.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { requestProducts } from '../ask.js';
import { needFormat } from '../judge/need-format.js';
import { tryPage } from '../product-page.js';

export async function expectEnvelope(context: Context, request: ProductsQuestion): Promise<string> {
  const answer = await needFormat(context, await requestProducts(context, request));
  expectStatus(answer, 200);
  const page = tryPage(answer);
  if (page?.meta === undefined) return deviates('an envelope of data and meta', describeAnswer(answer), answer);
  return `${page.records.length} products in an envelope`;
}

export async function expectArray(context: Context, request: ProductsQuestion): Promise<string> {
  const answer = await needFormat(context, await requestProducts(context, request));
  expectStatus(answer, 200);
  const page = tryPage(answer);
  if (page === undefined || page.meta !== undefined) return deviates('a bare array', describeAnswer(answer), answer);
  return `${page.records.length} products in a bare array`;
}
