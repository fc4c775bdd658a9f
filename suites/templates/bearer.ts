import {
  type Check,
  describeAnswer,
  deviates,
  expectStatus,
  inconclusive,
  observed,
  skip,
  warns,
} from '../../src/harness/index.js';
import type { Answer } from '../../src/http/index.js';
import { algorithms } from './algorithms.js';
import { apiCheck } from './check.js';
import { detours } from './detours.js';
import { expectNone, expectNoTemplates } from './expect-no-templates.js';
import { forgedToken, forgeries } from './forgeries.js';
import { accessToken, basicToken, otherToken, tokenIn } from './issued-tokens.js';
import { clientCredentials, misused } from './misuses.js';
import { askTemplates, askWithToken, itemsIn, withToken } from './templates.js';

const forged: readonly Check[] = forgeries.map(([id, name]) =>
  apiCheck({
    id: `templates.bearer.${id}`,
    clauses: ['ETM-AUTH-4'],
    title: `${name} gives no templates`,
    requests: 1,
    async run(context) {
      await expectNoTemplates(context, name, `Bearer ${await forgedToken(context, id)}`);
      return 'refused, while a fresh token is answered';
    },
  }),
);

const otherAlgorithms = apiCheck({
  id: 'templates.bearer.other-algorithms',
  clauses: ['ETM-AUTH-4'],
  title: 'a token that was given another algorithm or signature gives no templates',
  requests: { least: 1, most: algorithms.length },
  async run(context) {
    const authorized = await withToken(context);
    const answers: Answer[] = [];
    for (const [id, name] of context.budget.take(algorithms, { least: 1 })) {
      const answer = await askTemplates(context, `Bearer ${await forgedToken(context, id)}`);
      expectNone(answer, authorized, name);
      answers.push(answer);
    }
    const [other] = answers.filter(({ status }) => status !== 401);
    if (other !== undefined) warns('401 for a forged token', describeAnswer(other), other);
    return `${answers.length} forged tokens refused, while a fresh one is answered`;
  },
});

/** What the template API answers to bearer tokens, and to what is none. */
export const bearer: readonly Check[] = [
  clientCredentials,
  apiCheck({
    id: 'templates.bearer.fresh',
    clauses: ['ETM-AUTH-1'],
    title: 'a fresh bearer token is answered',
    requests: 0,
    async run(context) {
      const answer = await askWithToken(context);
      const second = answer.ok ? undefined : tokenIn((await basicToken(context)).answer);
      if (second !== undefined && (await askTemplates(context, `Bearer ${second}`)).ok)
        skip('prerequisite', 'the first token is refused, but a second one is answered: see TOK-LIFE-1');
      if (!answer.ok) deviates('a status 2xx', describeAnswer(answer), answer);
      return `status ${answer.status}, ${itemsIn(answer).length} templates`;
    },
  }),
  apiCheck({
    id: 'templates.bearer.missing',
    clauses: ['ETM-AUTH-2'],
    title: 'without Authorization no templates are given',
    requests: 1,
    async run(context) {
      await expectNoTemplates(context, 'a request without Authorization', undefined);
      return 'refused with 401, while a fresh token is answered';
    },
  }),
  ...forged,
  ...misused,
  otherAlgorithms,
  detours,
  apiCheck({
    id: 'templates.bearer.scheme-case',
    clauses: ['ETM-AUTH-6'],
    title: 'the scheme Bearer is compared without regard to case',
    requests: 2,
    async run(context) {
      await withToken(context);
      for (const scheme of ['bearer', 'BEARER']) {
        const answer = await askWithToken(context, scheme);
        if (answer.ok) continue;
        const control = await askTemplates(context, `Bearer ${await accessToken(context)}`, '', { fresh: true });
        if (!control.ok) inconclusive(`the same token under Bearer is answered ${describeAnswer(control)}`);
        expectStatus(answer, 200, `for the scheme ${scheme}`);
      }
      return 'accepted as bearer and BEARER';
    },
  }),
  apiCheck({
    id: 'templates.bearer.organization',
    clauses: ['ETM-AUTH-5'],
    title: "a token reaches only its own organization's templates",
    requests: 2,
    needs: ['templates.otherClient'],
    async run(context) {
      const mine = await withToken(context);
      const token =
        tokenIn((await otherToken(context)).answer) ?? skip('prerequisite', 'needs a token of the second organization');
      const theirs = await askTemplates(context, `Bearer ${token}`);
      if (!theirs.ok)
        skip(
          'prerequisite',
          `the second organization's token must be answered, but is answered ${describeAnswer(theirs)}`,
        );
      const [own, other] = [mine, theirs].map((answer) => itemsIn(answer).map((item) => JSON.stringify(item)));
      if (own === undefined || other === undefined || own.length + other.length === 0)
        return skip('data', 'needs a template in one of the two organizations');
      const shared = other.filter((item) => own.includes(item));
      if (shared.length > 0)
        deviates(
          'no template in both organizations',
          `${shared.length} in both, such as ${shared[0]?.slice(0, 120)}`,
          mine,
          theirs,
        );
      return `${own.length} templates of one organization, ${other.length} of the other, none in both`;
    },
  }),
  apiCheck({
    id: 'templates.list.shape',
    clauses: ['ETM-LIST-1'],
    title: 'status, media type and shape of the collection',
    requests: 0,
    async run(context) {
      const answer = await withToken(context);
      const members = Array.isArray(answer.json)
        ? 'a bare array'
        : `an object of ${Object.keys((answer.json ?? {}) as object).join(', ') || 'nothing'}`;
      return observed('what the collection looks like', [
        { question: 'status and media type', answer: `${answer.status} ${answer.mediaType}` },
        { question: 'shape', answer: `${members}, ${itemsIn(answer).length} templates` },
      ]);
    },
  }),
];
