import { skip } from '../../src/harness/finding.js';
import { must, type Ruling } from '../../src/harness/topic.js';
import type { Answer } from '../../src/http/answer.js';
import {
  isHostile,
  isPlain,
  messageIn,
  type Question,
} from '../../src/protocol/handover/question.js';
import type { HandoverTarget } from '../../src/settings/target.js';
import {
  type HandoverTopics,
  hasValidToken,
  UNKNOWN_USERS,
  WITH_LISTING,
  WITH_REAL_USERS,
} from './exchange.js';
import { deniesTransfer, saysPartTransferred, saysTransferred } from './messages.js';
import { expectMoved } from './resources.js';
import { isUnavailable, otherMessage } from './responses.js';
import { bothOwned, transfer, transferQuestions } from './transfers.js';

/** The clauses about a successful handover. */
export const handover = {
  'HND-OK-1': {
    clause: must(
      'POST `{from,to}` with a valid token returns 2xx JSON whose `message` says that all resources were transferred to the new user',
    )
      .in('Endpoints, D. Handover')
      .judged('Sent once, with two expendable users; any wording and language pass.'),
    rule({ question, answer, settings }) {
      if (!hasValidToken(question, settings) || !isPlain(question)) return undefined;
      // The document does not say how a handover of these users ends (HND-BODY-3, HND-HARD-1).
      if (isHostile(question) || namesUnspecifiedUsers(question, settings)) return undefined;
      if (isUnavailable(answer)) return undefined;
      return answer.ok ? requireTransferMessage(answer) : { expected: 'a status 2xx' };
    },
    checks: {
      'handover.transfer.message': {
        title: 'a handover with a valid token',
        requests: { own: 1 },
        ...WITH_REAL_USERS,
        walks: transferQuestions,
        needsFacts: false,
      },
    },
  },
  'HND-OK-2': {
    clause: must('all resources of `from` belong to `to` afterwards')
      .in('What the service does, item 5')
      .judged('Tested where the target has a way to list resources.'),
    checks: {
      'handover.transfer.complete': {
        title: 'a handover, with the resources of both users listed before and after it',
        requests: { own: 4 },
        ...WITH_LISTING,
        async walks(context) {
          const { answer, before } = await transfer(context);
          if (!answer.ok || before === undefined) {
            return skip('prerequisite', 'needs a handover that succeeds');
          }
          if (before.from.ids.length === 0) {
            return skip('data', 'needs a user with a resource as handover.from');
          }
          return expectMoved(before, await bothOwned(context), answer);
        },
      },
    },
  },
} satisfies HandoverTopics;

const namesUnspecifiedUsers = ({ body }: Question, { to }: HandoverTarget): boolean =>
  typeof body !== 'string' &&
  (body.from === body.to || (body.from === UNKNOWN_USERS.from && body.to === to));

/**
 * A message that denies the transfer is a failure. A message without known words is only a warning,
 * because it may be in another language.
 */
function requireTransferMessage(answer: Answer): Ruling {
  const what = 'all resources have been transferred';
  const message = messageIn(answer);
  if (message === undefined) return { expected: `a message that ${what}` };
  if (saysPartTransferred(message)) return otherMessage(`"${message}"`, what);
  if (saysTransferred(message)) return 'holds';
  if (deniesTransfer(message)) return otherMessage(`"${message}"`, what);
  const explained = `"${message}", which is no confirmation in any known language`;
  return { ...otherMessage(explained, what), atMost: 'warning' };
}
