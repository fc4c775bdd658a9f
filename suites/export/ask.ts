import type { Context } from '../../src/harness/suite.js';
import type { Answer } from '../../src/http/answer.js';
import type { SendOptions } from '../../src/http/request.js';
import { httpRequest, type ProductsQuestion } from '../../src/protocol/export/question.js';
import type { ExportTarget, Target } from '../../src/settings/target.js';
import { answeredBy } from './survey/changing-columns.js';

/** The export settings of a target; every export check needs them. */
export function exportOf({ target }: { readonly target: Target }): ExportTarget {
  if (target.export === undefined) throw new Error('an export check ran on a target without export settings');
  return target.export;
}

export const requestProducts = async (
  context: Context,
  asked: ProductsQuestion,
  options?: SendOptions,
): Promise<Answer> => answeredBy(context.target, await context.ask(httpRequest(exportOf(context), asked), options));
