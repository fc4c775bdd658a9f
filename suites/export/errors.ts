/** The clauses about errors (EXP-ERR): bodies, texts, titles, statuses and media types. */

import { holdsIf, must, should } from '../../src/harness/topic.js';
import { JSON_API, PLAIN, type ProductsQuestion } from '../../src/protocol/export/question.js';
import { documented, type ErrorName } from './model/error-table.js';
import type { Exchange } from './model/exchange.js';
import { deviationOfForm, isNotJsonAndLacksText } from './model/expected-error.js';
import { mistakesIn } from './model/mistakes.js';
import { inEitherFormat, toEmpty, withMistakes } from './questions/mistakes.js';
import { UNKNOWN_PATHS } from './questions/paths.js';
import {
  anyRequest,
  comparing,
  comparingAlso,
  type ExportRule,
  type ExportTopics,
  isJsonApi,
  refusal,
  refusedFor,
  type When,
} from './topic.js';

const isNoData = refusedFor('no data');
const isPlainNoData: When = (asked) => !isJsonApi(asked) && isNoData(asked);
const isPlainError: When = (asked) => !isJsonApi(asked) && !isNoData(asked);

export const errors = {
  'EXP-ERR-1': {
    clause: must(
      'plain format (Accept `application/json` or none): auth and routing errors are an object with string `error`',
    )
      .in('Errors, Export API, rule 2')
      .judged('The body must be an object with a string `error`, without `errors`.'),
    rule: comparingAlso({ 'error form': isPlainError }, formDespiteWrongText(false)),
    checks: {
      'export.error.plain': {
        title: 'the mistakes of the error table, with Accept application/json and without Accept',
        requests: { own: { least: 2, most: 10 } },
        asks: (given) =>
          // The second request has neither Accept nor a token. It is not the last one, because the
          // check may be allowed only two requests.
          withMistakes(given, PLAIN).toSpliced(1, 0, { accept: null, token: null }),
      },
    },
  },
  'EXP-ERR-2': {
    clause: must(
      'plain format: no exported data is an object with string `message` = `No exported data`, status 404',
    )
      .in('Errors, Export API, rule 2')
      .judged(
        'Requests a destination without data. The response must be 404 with exactly this text.',
      ),
    rule: comparing({ ...refusal('no data'), 'error form': isPlainNoData }),
    checks: {
      'export.error.no-data': {
        title: 'a destination without exported data, in the plain format',
        requests: { own: { least: 1, most: 3 } },
        needs: ['export.emptyDestination'],
        asks: ({ settings }) =>
          toEmpty(
            settings,
            { route: 'legacy', accept: PLAIN },
            { accept: PLAIN },
            { accept: null },
          ),
      },
    },
  },
  'EXP-ERR-3': {
    clause: must(
      'JSON:API format (`application/vnd.api+json`): every error is `errors`, a non-empty array of `status` (integer, not string), `title`, `detail`; `status` equals the HTTP status',
    )
      .in('Errors, Export API, rule 1')
      .judged(
        'Tests every row of the error table. `status` must be an integer and equal the HTTP status.',
      ),
    rule: comparingAlso(
      { 'error form': isJsonApi, 'error status': isJsonApi },
      formDespiteWrongText(true),
    ),
    checks: {
      'export.error.jsonapi': {
        title: 'the mistakes of the error table, in the JSON:API format',
        requests: { own: { least: 2, most: 9 } },
        asks: (given) => withMistakes(given, JSON_API),
      },
      'export.error.jsonapi-no-data': {
        // This is the only 404 whose `detail` is known exactly: that of an unknown route contains a
        // path. It also tests the title `Not Found`.
        alsoClauses: ['EXP-ERR-4'],
        title: 'a destination without exported data, in the JSON:API format',
        requests: 1,
        needs: ['export.emptyDestination'],
        asks: ({ settings }) => toEmpty(settings, {}),
        alsoOwns: (clause) => clause === 'EXP-ERR-2',
      },
    },
  },
  'EXP-ERR-4': {
    clause: must(
      'titles: 401 `Unauthorized`, 403 `Forbidden`, 404 `Not Found`; `detail` is the same text as the plain message',
    )
      .in('Errors, Export API, table')
      .judged(
        'The title must be exactly this text, and `detail` must be the text of the plain format.',
      ),
    rule: comparing({ 'error text': isJsonApi, 'error title': isJsonApi }),
    checks: {
      'export.error.titles': {
        title: 'title and detail of the errors for the mistakes of the error table',
        requests: { own: { least: 2, most: 9 } },
        asks: (given) => withMistakes(given, JSON_API),
      },
    },
  },
  'EXP-ERR-5': {
    clause: must(
      'unknown route: 404 `Requested route was not found: "<path>"` in `error` (plain) or `detail`',
    )
      .in('Errors, Export API, table')
      .judged(
        'The message must contain the requested path. It may add the base path or the query, omit the leading slash, or escape characters.',
      ),
    rule: comparing({ 'error path': anyRequest }),
    checks: {
      'export.error.route-path': {
        title: 'unknown paths with quotes, escapes, line breaks and non-ASCII letters',
        requests: { own: { least: 1, most: UNKNOWN_PATHS.length } },
        least: 2,
        asks: () => UNKNOWN_PATHS.map((path) => ({ route: { path }, accept: PLAIN })),
        // If an unknown path returns no 404, this check fails, too.
        alsoOwns: (clause) => clause === 'EXP-ROUTE-8',
      },
    },
  },
  'EXP-ERR-6': {
    clause: should(
      "the error's media type is the negotiated one (`application/json` / `application/vnd.api+json`)",
    )
      .in('Errors, Export API, rules 1 and 2')
      .judged('Compares the media type of the error with the requested one.'),
    rule(exchange) {
      const error = documentedError(exchange);
      const { accept = JSON_API } = exchange.question;
      if (error === undefined || error === 'no data') return undefined;
      if (accept !== JSON_API && accept !== PLAIN) return undefined;
      const { mediaType } = exchange.answer;
      return holdsIf(
        mediaType === accept,
        `Content-Type ${accept} (${error})`,
        mediaType || 'none',
      );
    },
    checks: {
      'export.error.media-type': {
        title: 'the mistakes of the error table, in both formats',
        requests: { own: { least: 2, most: 10 }, shared: 8 },
        asks: inEitherFormat,
      },
    },
  },
  'EXP-ERR-7': {
    clause: should('a 401 carries `WWW-Authenticate` (RFC 9110 11.6.1)')
      .in('RFC 9110, section 11.6.1')
      .judged('Checks each 401 response.'),
    rule(exchange) {
      const { answer } = exchange;
      if (answer.status !== 401 || documentedError(exchange) === undefined) return undefined;
      const hasField = answer.header('www-authenticate') !== undefined;
      return holdsIf(hasField, 'WWW-Authenticate', 'none');
    },
    checks: {
      'export.error.www-authenticate': {
        title: 'the mistakes of the error table that return 401, in both formats',
        requests: { own: { least: 2, most: 4 }, shared: 6 },
        asks: (given) => inEitherFormat(given).filter(mustReturn401),
      },
    },
  },
} satisfies ExportTopics;

/**
 * Whether the request, which has a mistake, must return 401. An unknown route must return 404, and
 * a well-formed foreign token (of `questions/mistakes.ts`) 403.
 */
const mustReturn401 = ({ route, token }: ProductsQuestion): boolean =>
  (route === undefined || route === 'legacy') && token !== 'assay-foreign-token';

/**
 * Returns the documented error of a request with exactly one mistake. Returns undefined for other
 * requests, and if the response does not have the status of the documented error.
 */
function documentedError({ question, answer, target }: Exchange): ErrorName | undefined {
  const { headers = [], extra = [] } = question;
  if (headers.length + extra.length > 0) return undefined;
  const [mistake, second] = mistakesIn(target, question) ?? [];
  if (mistake === undefined || second !== undefined) return undefined;
  return answer.status === documented[mistake.error].status ? mistake.error : undefined;
}

/**
 * If an error is not JSON and lacks its text, the rule of `comparing` reports only the text. This
 * rule reports the form of such an error.
 */
function formDespiteWrongText(inJsonApi: boolean): ExportRule {
  return (exchange) => {
    const { answer, question } = exchange;
    const { accept = JSON_API } = question;
    if ((accept === JSON_API) !== inJsonApi) return undefined;
    const error = documentedError(exchange);
    if (error === undefined || error === 'no data') return undefined;
    return isNotJsonAndLacksText(answer, documented[error].text)
      ? deviationOfForm(answer, error, accept)
      : undefined;
  };
}
