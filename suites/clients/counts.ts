/** Rules that count the calls and the token requests of a client. */

import { skipped } from '../../src/harness/index.js';
import { TEMPLATES_PATH } from '../../src/protocol/templates/question.js';
import { mostAtOnce, templateCalls, tokenRequests } from './recording.js';
import { deviation, type Rule, unfinished } from './rule.js';

/** If there are too few calls, at most this number of the last calls is shown as evidence. */
const MAX_SHOWN_CALLS = 3;

/**
 * Requires at least `least` calls of the template list, and at most `most` calls of the whole
 * template API.
 */
export const callCount =
  (least: number, most = Number.POSITIVE_INFINITY): Rule =>
  (recording) => {
    const all = templateCalls(recording);
    if (all.length > most) {
      return deviation(`${most} calls and no further call`, `${all.length} calls`, ...all);
    }
    const made = all.filter(({ path }) => path === TEMPLATES_PATH);
    if (made.length >= least) return undefined;
    const expected = `${least} calls of ${TEMPLATES_PATH}`;
    return unfinished(expected, made.length, recording, ...made.slice(-MAX_SHOWN_CALLS));
  };

/** Requires at least `least` and at most `most` token requests. */
export const tokenRequestCount =
  (least: number, most = Number.POSITIVE_INFINITY): Rule =>
  (recording) => {
    const sent = tokenRequests(recording);
    if (sent.length > most) {
      const { length } = templateCalls(recording);
      return deviation(`at most ${count(most)} for ${length} calls`, sent.length, ...sent);
    }
    return sent.length < least
      ? unfinished(count(least), sent.length, recording, ...sent)
      : undefined;
  };

const count = (limit: number): string => `${limit} token ${limit === 1 ? 'request' : 'requests'}`;

/** Skips a check about calls that share a token at the same time. */
export const SEQUENTIAL = skipped(
  'configuration',
  'the client makes its calls sequentially, so no calls share a token at the same time',
);

/** A rule that skips the check if no two calls of the client overlap. */
export const concurrent: Rule = (recording) =>
  mostAtOnce(templateCalls(recording)) < 2 ? SEQUENTIAL : undefined;
