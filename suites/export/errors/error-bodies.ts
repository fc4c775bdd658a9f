import { type Context, describeAnswer, deviates, expectSchema, skip } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';
import { check } from '../check.js';
import { documented, type ErrorName, expectError, jsonApiError, plainText } from '../judge/documented-error.js';
import { mistakesIn } from '../judge/mistakes.js';
import { positiveControl } from '../judge/positive-control.js';
import {
  exportOf,
  JSON_API,
  PLAIN,
  type ProductsRequest,
  productsRequestOf,
  requestProducts,
} from '../request/products-request.js';
import { askUnknown, namesPath, UNKNOWN_PATHS } from '../routes/unknown-route.js';
import { routesOf } from '../survey/filtered-route.js';

/** One way to meet each error of the table that needs no optional configuration. */
const mistakes: readonly (readonly [ErrorName, ProductsRequest])[] = [
  ['token missing', { token: null }],
  ['token format', { token: 'assay.malformed' }],
  ['not authorized', { token: 'assay-foreign-token' }],
  ['destination missing', { route: 'legacy', destinationId: null }],
  ['destination format', { route: 'legacy', destinationId: 'abc' }],
];

/** The same on the routes that are easily forgotten. */
async function elsewhere(context: Context): Promise<readonly (readonly [ErrorName, ProductsRequest])[]> {
  const [, legacy, filtered = legacy] = await routesOf(context);
  return [
    ['token missing', { route: filtered, token: null }],
    ['token format', { route: legacy, token: 'assay.malformed' }],
    ['not authorized', { route: legacy, token: 'assay-foreign-token' }],
  ];
}

/** Every mistake in one format, or the first so many, and the unknown route. */
async function everyError(
  context: Context,
  accept: string,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly (readonly [ErrorName | 'unknown route', Answer])[]> {
  await positiveControl(context, { accept });
  const answers: (readonly [ErrorName | 'unknown route', Answer])[] = [];
  const known = most > mistakes.length ? [...mistakes, ...(await elsewhere(context))] : mistakes;
  for (const [name, mistake] of known.slice(0, Math.max(1, most)))
    answers.push([name, await requestProducts(context, { accept, ...mistake })]);
  answers.push(['unknown route', await askUnknown(context, UNKNOWN_PATHS[0], accept)]);
  const errors = answers.filter(
    ([name, { status }]) => status === (name === 'unknown route' ? 404 : documented[name].status),
  );
  if (errors.length === 0)
    skip('prerequisite', 'none of the mistakes of the error table is answered with its documented status');
  return errors;
}

/**
 * The errors of mistakes that have a documented status, in one format: those that were seen, whoever asked, and each
 * mistake itself as far as requests are left.
 */
async function errorsSeen(context: Context, accept: string): Promise<readonly (readonly [string, Answer])[]> {
  await positiveControl(context, { accept });
  const asked = context.allowance === 0 ? [] : await everyError(context, accept, context.allowance / 2);
  const seen = context.seen().flatMap((answer) => {
    const request = productsRequestOf(answer);
    if (request?.accept !== accept) return [];
    const [mistake, second] = mistakesIn(exportOf(context), request) ?? [];
    if (mistake === undefined || second !== undefined || mistake.error === 'no data') return [];
    const status = mistake.error === 'unknown route' ? 404 : documented[mistake.error].status;
    return answer.status === status ? [[mistake.error, answer] as const] : [];
  });
  const errors = [...asked, ...seen];
  if (errors.length === 0)
    skip('prerequisite', 'none of the mistakes of the error table is answered with its documented status');
  return errors;
}

/** The most requests of `errorsSeen` in both formats. */
const OF_BOTH_FORMATS = 18;

export const errors = [
  // EXP-ERR-1: plain format (Accept `application/json` or none): auth and routing errors are an object with string
  // `error`
  check({
    id: 'export.error.plain',
    clauses: ['EXP-ERR-1'],
    title: 'in the plain format authentication and routing errors are an object with a string member error',
    requests: { least: 3, most: 7 },
    async run(context) {
      const answers = await everyError(context, PLAIN, context.allowance < 7 ? context.allowance - 2 : undefined);
      for (const [, answer] of answers) expectSchema(answer, 'export/error-plain');
      const bare = await requestProducts(context, { accept: null, token: null });
      if (bare.status >= 400) expectSchema(bare, 'export/error-plain');
      return `${answers.length} errors with Accept: ${PLAIN} and one without Accept`;
    },
  }),
  // EXP-ERR-2: plain format: no exported data is an object with string `message` = `No exported data`, status 404
  check({
    id: 'export.error.no-data',
    clauses: ['EXP-ERR-2'],
    title: 'a destination without exported data answers 404 with message "No exported data"',
    requests: { least: 1, most: 3 },
    needs: ['export.emptyDestination'],
    async run(context) {
      await positiveControl(context, { accept: PLAIN });
      const destination = exportOf(context).emptyDestination;
      const requests: readonly ProductsRequest[] = [
        { accept: PLAIN },
        { route: 'legacy', accept: PLAIN },
        { accept: null },
      ];
      for (const request of requests.slice(0, context.allowance)) {
        const answer = await expectError(context, 'no data', { destination, ...request });
        const { message } = expectSchema(answer, 'export/error-no-data');
        if (message !== documented['no data'].text) deviates(documented['no data'].text, message, answer);
      }
      return `404 with message "${documented['no data'].text}"`;
    },
  }),
  // EXP-ERR-3: JSON:API format (`application/vnd.api+json`): every error is `errors`, a non-empty array of
  // `status` (integer, not string), `title`, `detail`; `status` equals the HTTP status
  check({
    id: 'export.error.jsonapi',
    clauses: ['EXP-ERR-3'],
    title: 'in the JSON:API format every error is errors[] of status, title and detail',
    requests: { least: 3, most: 9 },
    async run(context) {
      const answers = await everyError(context, JSON_API, context.allowance < 9 ? context.allowance - 1 : undefined);
      for (const [name, answer] of answers) {
        const { status } = jsonApiError(answer);
        if (status !== answer.status)
          deviates(`status ${answer.status} in the error object (${name})`, String(status), answer);
      }
      return `${answers.length} errors in the JSON:API shape`;
    },
  }),
  // EXP-ERR-3: JSON:API format (`application/vnd.api+json`): every error is `errors`, a non-empty array of
  // `status` (integer, not string), `title`, `detail`; `status` equals the HTTP status
  // EXP-ERR-4: titles: 401 `Unauthorized`, 403 `Forbidden`, 404 `Not Found`; `detail` is the same text as the
  // plain message
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
  // EXP-ERR-4: titles: 401 `Unauthorized`, 403 `Forbidden`, 404 `Not Found`; `detail` is the same text as the
  // plain message
  check({
    id: 'export.error.titles',
    clauses: ['EXP-ERR-4'],
    title: 'titles and details in the JSON:API format are the documented texts',
    requests: { least: 2, most: 3 },
    async run(context) {
      const answers = await everyError(context, JSON_API, context.allowance < 3 ? context.allowance - 1 : undefined);
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
  // EXP-ERR-5: unknown route: 404 `Requested route was not found: "<path>"` in `error` (plain) or `detail`
  check({
    id: 'export.error.route-path',
    clauses: ['EXP-ERR-5'],
    title: 'the 404 of an unknown route names the path that was requested',
    requests: { least: 1, most: 5 },
    async run(context) {
      await positiveControl(context, { accept: PLAIN });
      const paths = UNKNOWN_PATHS.slice(0, Math.max(2, context.allowance));
      for (const path of paths) {
        const answer = await askUnknown(context, path);
        if (answer.status !== 404) deviates(`status 404 for ${path}`, describeAnswer(answer), answer);
        const said = plainText(answer) ?? describeAnswer(answer);
        if (!namesPath(said, path)) deviates(`Requested route was not found: "${path}"`, said, answer);
      }
      return `${paths.length} paths named`;
    },
  }),
  // EXP-ERR-6: the error's media type is the negotiated one (`application/json` / `application/vnd.api+json`)
  check({
    id: 'export.error.media-type',
    clauses: ['EXP-ERR-6'],
    title: 'the media type of an error is the negotiated one',
    requests: { least: 0, most: OF_BOTH_FORMATS },
    together: 'export.error.seen',
    last: true,
    async run(context) {
      for (const accept of [PLAIN, JSON_API]) {
        for (const [name, answer] of await errorsSeen(context, accept)) {
          if (answer.mediaType !== accept)
            deviates(`Content-Type ${accept} (${name})`, answer.mediaType || 'none', answer);
        }
      }
      return `errors come as ${PLAIN} and as ${JSON_API}`;
    },
  }),
  // EXP-ERR-7: a 401 carries `WWW-Authenticate` (RFC 9110 11.6.1)
  check({
    id: 'export.error.www-authenticate',
    clauses: ['EXP-ERR-7'],
    title: 'a 401 carries WWW-Authenticate',
    requests: { least: 0, most: OF_BOTH_FORMATS },
    together: 'export.error.seen',
    last: true,
    async run(context) {
      const answers = [...(await errorsSeen(context, PLAIN)), ...(await errorsSeen(context, JSON_API))];
      const refused = answers.map(([, answer]) => answer).filter(({ status }) => status === 401);
      if (refused.length === 0) skip('prerequisite', 'a request without a token must answer 401');
      for (const answer of refused) {
        if (answer.header('www-authenticate') === undefined) deviates('WWW-Authenticate', 'none', answer);
      }
      return `${refused.length} answers 401 with WWW-Authenticate`;
    },
  }),
];
