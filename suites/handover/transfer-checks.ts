import { type Check, describeAnswer, deviates, skip } from '../../src/harness/index.js';
import type { Answer } from '../../src/http/index.js';
import { handoverOf } from './ask.js';
import { check } from './check.js';
import { expectNothingMoved, expectTransferred } from './messages.js';
import { AMONG_USERS, BESIDES, count, type Owned, resourcesOf, transfer, trespass } from './transfer.js';

/** The giver owns what it owned; a witness, or undefined where nothing was seen of it. */
function expectStillOwned(
  before: Owned | undefined,
  after: Owned | undefined,
  what: string,
  ...answers: readonly Answer[]
): string | undefined {
  if (before === undefined || after === undefined || before.ids.length === 0) return undefined;
  const lost = before.ids.filter((id) => !after.ids.includes(id));
  if (lost.length > 0)
    deviates(
      `the giver's ${before.ids.length} resources where they were after ${what}`,
      `${lost.length} gone`,
      before.answer,
      ...answers,
      after.answer,
    );
  return `${before.ids.length} resources stayed with the giver`;
}

/** The one transfer, and those that nobody may make. */
export const transferChecks: readonly Check[] = [
  check({
    id: 'handover.transfer.unauthorized',
    clauses: ['HND-AUTH-2'],
    title: 'for users that are there, too, invalid credentials transfer nothing',
    requests: AMONG_USERS + BESIDES,
    needs: ['handover.token', 'handover.from', 'handover.to'],
    permission: 'destructive',
    async run(context) {
      const { anonymous, invalid, owned } = await trespass(context);
      for (const [name, answer] of [['no authorization', anonymous] as const, ...invalid])
        expectNothingMoved(answer, name, anonymous);
      expectStillOwned(owned.between, owned.after, 'invalid credentials', ...invalid.map(([, answer]) => answer));
      return `refused: ${invalid.map(([name]) => name).join(', ')}`;
    },
  }),
  check({
    id: 'handover.transfer.anonymous',
    clauses: ['HND-AUTH-1'],
    title: 'for users that are there, too, nothing is transferred without authorization',
    requests: 0,
    needs: ['handover.token', 'handover.from', 'handover.to', 'handover.listing'],
    permission: 'destructive',
    async run(context) {
      const { anonymous, owned } = await trespass(context);
      const kept = expectStillOwned(owned.before, owned.between, 'a request without authorization', anonymous);
      return kept ?? skip('data', 'needs a giver who owns a resource, and a listing that says so');
    },
  }),
  check({
    id: 'handover.transfer.message',
    clauses: ['HND-OK-1'],
    title: 'a handover with a valid token answers that all resources were transferred',
    requests: 1,
    needs: ['handover.token', 'handover.from', 'handover.to'],
    permission: 'destructive',
    async run(context) {
      const { answer } = await transfer(context);
      if (!answer.ok) deviates('a status 2xx', describeAnswer(answer), answer);
      return `${answer.status} "${expectTransferred(answer)}"`;
    },
  }),
  check({
    id: 'handover.transfer.media-type',
    clauses: ['HND-BODY-2'],
    title: 'the success is application/json as well',
    requests: 0,
    needs: ['handover.token', 'handover.from', 'handover.to'],
    permission: 'destructive',
    async run(context) {
      const { answer } = await transfer(context);
      if (answer.mediaType !== 'application/json')
        deviates('Content-Type application/json', answer.mediaType || 'none', answer);
      return 'application/json';
    },
  }),
  check({
    id: 'handover.transfer.complete',
    clauses: ['HND-OK-2'],
    title: 'afterwards all resources of the giver belong to the receiver',
    requests: 4,
    needs: ['handover.token', 'handover.from', 'handover.to', 'handover.listing'],
    permission: 'destructive',
    async run(context) {
      const { answer, before } = await transfer(context);
      const { from = '', to = '' } = handoverOf(context);
      if (!answer.ok || before === undefined) return skip('prerequisite', 'the handover itself must succeed');
      if (before.from.length === 0) return skip('data', 'needs a giver who owns a resource');
      const [left, owned] = [await resourcesOf(context, from), await resourcesOf(context, to)];
      const shown = [answer, ...context.run.answers.slice(-2)];
      const missing = [...before.from, ...before.to].filter((id) => !owned.includes(id));
      if (missing.length > 0)
        deviates(
          `all ${before.from.length} resources of the giver with the receiver`,
          `without ${missing.slice(0, 5).join(', ')}`,
          ...shown,
        );
      const twice = owned.find((id) => count(owned, id) > count(before.from, id) + count(before.to, id));
      if (twice !== undefined) deviates('each resource with the receiver once', `${twice} more than once`, ...shown);
      const kept = left.filter((id) => before.from.includes(id));
      if (kept.length > 0) deviates('no resource left with the giver', kept.slice(0, 5).join(', '), ...shown);
      return `${before.from.length} resources moved to a receiver of ${before.to.length}`;
    },
  }),
];
