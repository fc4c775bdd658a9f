import { skip } from '../../src/harness/finding.js';
import { must, type Ruling } from '../../src/harness/topic.js';
import type { Answer } from '../../src/http/answer.js';
import { isHostile, isPlain, messageIn } from '../../src/protocol/handover/question.js';
import { type HandoverTopics, hasValidToken, WITH_LISTING, WITH_REAL_USERS } from './exchange.js';
import { deniesTransfer, saysPartTransferred, saysTransferred } from './messages.js';
import { expectMoved } from './resources.js';
import { isUnavailable } from './responses.js';
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
      if (isHostile(question)) return undefined;
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

/**
 * A message that denies the transfer is a failure. A message without known words is only a warning,
 * because it may be in another language.
 */
function requireTransferMessage(answer: Answer): Ruling {
  const expected = 'a message that all resources have been transferred';
  const message = messageIn(answer);
  if (message === undefined) return { expected };
  if (saysPartTransferred(message)) return { expected, actual: `"${message}"` };
  if (saysTransferred(message)) return 'holds';
  if (deniesTransfer(message)) return { expected, actual: `"${message}"` };
  const actual = `"${message}", which is no confirmation in any known language`;
  return { expected, actual, atMost: 'warning' };
}
