/** Sends requests to the platform API and reads pages from its responses. */

import {
  type Answer,
  type Context,
  describeAnswer,
  needed,
  type SendOptions,
  skip,
  type Target,
} from '../../src/harness/index.js';
import { type Page, readPage } from '../../src/protocol/platform/page.js';
import { type Question, write } from '../../src/protocol/platform/question.js';

export const platformOf = ({ platform }: Target) => needed(platform, 'platform settings');

export const ask = (context: Context, question: Question, options?: SendOptions): Promise<Answer> =>
  context.ask(write(question, platformOf(context.target)), options);

/** Returns undefined if the response is not a page. Members of the page may have wrong types. */
export const pageIn = (answer: Answer, target: Target): Page | undefined =>
  readPage(answer, platformOf(target));

/**
 * Skips the check if the response is not a page, which PLT-PAGE-1 reports. Also skips the check if
 * an id is not an integer below 2^53, because cursors are compared with ids.
 */
export async function needPage(
  context: Context,
  question: Question,
  options?: SendOptions,
): Promise<Page> {
  const { collection } = question;
  const answer = await ask(context, question, options);
  const page =
    pageIn(answer, context.target) ??
    skip('prerequisite', `needs a page of ${collection}, but it returns ${describeAnswer(answer)}`);
  const { idMember } = platformOf(context.target);
  const missing = `no numeric ${idMember}; name the member with their id in platform.idMember`;
  if (page.ids.some(Number.isNaN))
    skip('configuration', `entities of ${collection} have ${missing}`);
  const beyond = page.ids.find((id) => !Number.isSafeInteger(id));
  if (beyond !== undefined) {
    const described = `ids of ${collection} such as ${beyond} are beyond 2^53`;
    skip('data', `${described} and cannot be distinguished`);
  }
  return page;
}
