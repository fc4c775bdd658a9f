import { describeAnswer, deviates, expectSchema, skip } from '../../../src/harness/index.js';
import { JSON_API, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { exportOf, requestProducts } from '../ask.js';
import { check } from '../check.js';
import { documented, expectError, jsonApiError, namesPath, plainText } from '../judge/documented-error.js';
import { positiveControl } from '../judge/positive-control.js';
import { askUnknown, UNKNOWN_PATHS } from '../routes/unknown-route.js';
import { everyError } from './mistakes-made.js';

/** Where the budget leaves a check its most: much of the rest is asked by other checks too. */
const EVERY = Number.POSITIVE_INFINITY;

/** What stands in the body of an error. */
export const errors = [
  check({
    id: 'export.error.plain',
    clauses: ['EXP-ERR-1'],
    title: 'in the plain format authentication and routing errors are an object with a string member error',
    requests: { least: 3, most: 7 },
    async run(context) {
      const answers = await everyError(context, PLAIN, { least: context.budget.requests < 7 ? 1 : EVERY, besides: 2 });
      for (const [, answer] of answers) expectSchema(answer, 'export/error-plain');
      const bare = await requestProducts(context, { accept: null, token: null });
      if (bare.status >= 400) expectSchema(bare, 'export/error-plain');
      return `${answers.length} errors with Accept: ${PLAIN} and one without Accept`;
    },
  }),
  check({
    id: 'export.error.no-data',
    clauses: ['EXP-ERR-2'],
    title: 'a destination without exported data answers 404 with message "No exported data"',
    requests: { least: 1, most: 3 },
    needs: ['export.emptyDestination'],
    async run(context) {
      await positiveControl(context, { accept: PLAIN });
      const destination = exportOf(context).emptyDestination;
      const requests: readonly ProductsQuestion[] = [
        { accept: PLAIN },
        { route: 'legacy', accept: PLAIN },
        { accept: null },
      ];
      for (const request of context.budget.take(requests)) {
        const answer = await expectError(context, 'no data', { destination, ...request });
        const { message } = expectSchema(answer, 'export/error-no-data');
        if (message !== documented['no data'].text) deviates(documented['no data'].text, message, answer);
      }
      return `404 with message "${documented['no data'].text}"`;
    },
  }),
  check({
    id: 'export.error.jsonapi',
    clauses: ['EXP-ERR-3'],
    title: 'in the JSON:API format every error is errors[] of status, title and detail',
    requests: { least: 3, most: 9 },
    async run(context) {
      const answers = await everyError(context, JSON_API, { least: 1, besides: 1 });
      for (const [name, answer] of answers) {
        const { status } = jsonApiError(answer);
        if (status !== answer.status)
          deviates(`status ${answer.status} in the error object (${name})`, String(status), answer);
      }
      return `${answers.length} errors in the JSON:API shape`;
    },
  }),
  check({
    id: 'export.error.jsonapi-no-data',
    clauses: ['EXP-ERR-3', 'EXP-ERR-4'],
    title: 'no exported data is answered in the JSON:API shape as well',
    requests: 1,
    needs: ['export.emptyDestination'],
    async run(context) {
      await positiveControl(context, {});
      const answer = await requestProducts(context, { destination: exportOf(context).emptyDestination });
      const plain = await requestProducts(context, { destination: exportOf(context).emptyDestination, accept: PLAIN });
      if (plain.status === 404 && answer.ok)
        deviates('404 in both formats', `${describeAnswer(answer)}, but 404 in the legacy format`, answer, plain);
      if (answer.status !== 404)
        skip('prerequisite', `the empty destination must answer 404, but answers ${describeAnswer(answer)}`);
      const { status, title, detail } = jsonApiError(answer);
      const { text, title: wanted } = documented['no data'];
      if (status !== 404 || title !== wanted || detail !== text) {
        deviates(`404, "${wanted}", "${text}"`, `${status}, "${title}", "${detail}"`, answer);
      }
      return `404, "${title}", "${detail}"`;
    },
  }),
  check({
    id: 'export.error.titles',
    clauses: ['EXP-ERR-4'],
    title: 'titles and details in the JSON:API format are the documented texts',
    requests: { least: 2, most: 3 },
    async run(context) {
      const answers = await everyError(context, JSON_API, {
        least: context.budget.requests < 3 ? 1 : EVERY,
        besides: 1,
      });
      let told = 0;
      for (const [name, answer] of answers) {
        if (name === 'unknown route') {
          const { title, detail } = jsonApiError(answer);
          if (title !== 'Not Found') deviates('title "Not Found"', `"${title}"`, answer);
          if (!namesPath(detail, UNKNOWN_PATHS[0]))
            deviates(`Requested route was not found: "${UNKNOWN_PATHS[0]}"`, detail, answer);
          told += 1;
          continue;
        }
        const { status, title, text } = documented[name];
        if (answer.status !== status) continue;
        const said = jsonApiError(answer);
        if (said.title !== title) deviates(`title "${title}" (${name})`, `"${said.title}"`, answer);
        if (said.detail !== text) deviates(`detail "${text}" (${name})`, `"${said.detail}"`, answer);
        told += 1;
      }
      if (told === 0) skip('prerequisite', 'none of the mistakes is answered with its documented status');
      return `${told} titles and details`;
    },
  }),
  check({
    id: 'export.error.route-path',
    clauses: ['EXP-ERR-5'],
    title: 'the 404 of an unknown route names the path that was requested',
    requests: { least: 1, most: 5 },
    async run(context) {
      await positiveControl(context, { accept: PLAIN });
      const paths = context.budget.take(UNKNOWN_PATHS, { least: 2 });
      for (const path of paths) {
        const answer = await askUnknown(context, path);
        if (answer.status !== 404) deviates(`status 404 for ${path}`, describeAnswer(answer), answer);
        const said = plainText(answer) ?? describeAnswer(answer);
        if (!namesPath(said, path)) deviates(`Requested route was not found: "${path}"`, said, answer);
      }
      return `${paths.length} paths named`;
    },
  }),
];
