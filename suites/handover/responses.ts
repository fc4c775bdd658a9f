/** Finds out whether a response reports a transfer, a refusal or an outage. */

import type { Answer } from '../../src/http/answer.js';
import { messageIn } from '../../src/protocol/handover/question.js';
import { mentionsAuthorization, saysTransferred } from './messages.js';

/** Whether the message of a response says that resources were transferred. */
export const transfers = (answer: Answer): boolean => saysTransferred(messageIn(answer) ?? '');

/** Whether a response is a refusal, according to its status or its message. */
export const refuses = (answer: Answer): boolean =>
  [401, 403].includes(answer.status) || mentionsAuthorization(messageIn(answer) ?? '');

/**
 * Whether a gateway responded or the service is unavailable. Such a response does not show how the
 * service treats the request.
 */
export const isUnavailable = (answer: Answer): boolean =>
  [502, 503, 504].includes(answer.status) && !refuses(answer) && !transfers(answer);

/** The deviation of a message that does not say `what` it must say. */
export const otherMessage = (message: string, what: string) => ({
  expected: `a message that ${what}`,
  actual: message,
  sentence: `the message is ${message}; it must say that ${what}`,
});
