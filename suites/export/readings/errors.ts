/** Mistakes in errors: their status, text and form, and errors instead of products. */

import type { Answer } from '../../../src/http/answer.js';
import { isNoData } from '../../../src/protocol/export/product-page.js';
import {
  DESTINATION_HEADER,
  isUnknown,
  JSON_API,
  PLAIN,
  type ProductsQuestion,
  TOKEN_HEADER,
} from '../../../src/protocol/export/question.js';
import { isObject } from '../../../src/schema/json-value.js';
import { documented, type ErrorName } from '../model/error-table.js';
import { plainText } from '../model/error-text.js';
import type { Exchange } from '../model/exchange.js';
import { isNamed, isWellFormedToken, mistakesIn } from '../model/mistakes.js';
import { featuresOf } from './features.js';
import { type ExportReading, formatIn, slug } from './reading.js';

const ERRORS: Readonly<Record<ErrorName, readonly [clause: string, request: string]>> = {
  'token missing': ['EXP-AUTH-1', 'a request without token'],
  'token format': ['EXP-AUTH-2', 'a malformed token'],
  'not authorized': ['EXP-AUTH-3', 'a token that is not valid for the destination'],
  'destination missing': ['EXP-AUTH-6', 'a legacy request without `X-Destination-Id`'],
  'destination format': ['EXP-AUTH-7', 'a malformed `X-Destination-Id`'],
  'no data': ['EXP-ERR-2', 'a destination without data'],
  'unknown route': ['EXP-ERR-5', 'an unknown route'],
};
const NAMES = Object.keys(documented).filter((name): name is ErrorName => name in ERRORS);

export const isJsonApi = ({ accept = JSON_API }: ProductsQuestion): boolean => accept === JSON_API;
const isPlain = ({ accept }: ProductsQuestion): boolean => accept === PLAIN || accept === null;

/** The error that a request must get, if it has exactly one mistake. */
function errorFor({ question, target }: Exchange): ErrorName | undefined {
  const { route, method, headers, extra } = question;
  // The welcome page needs no token, and the document does not define these other requests.
  if (route === 'root' || [method, headers, extra].some((one) => one !== undefined))
    return undefined;
  const [only, second] = mistakesIn(target, question) ?? [];
  return second === undefined ? only?.error : undefined;
}

/** The error that a request must or may get: a list without records may be the error for no data. */
const errorThatCame = (exchange: Exchange): ErrorName | undefined =>
  errorFor(exchange) ??
  (mistakesIn(exchange.target, exchange.question)?.length === 0 &&
  plainText(exchange.answer) === documented['no data'].text
    ? 'no data'
    : undefined);

/** Whether the request writes the header fields of the API by itself, in another letter case. */
const hasOwnFields = ({ headers = [] }: ProductsQuestion): boolean =>
  headers.some((field) => [TOKEN_HEADER, DESTINATION_HEADER].some((name) => isNamed(field, name)));

/** Whether the request must get an error, although it may be open which one. */
const mustBeRefused = (exchange: Exchange): boolean =>
  errorThatCame(exchange) !== undefined ||
  (exchange.question.method === undefined &&
    exchange.question.route !== 'root' &&
    !hasOwnFields(exchange.question) &&
    (mistakesIn(exchange.target, exchange.question)?.length ?? 0) > 0);

/** A response with products does not count as an error, regardless of its status. */
const isList = ({ json }: Answer): boolean => formatIn(json) !== undefined;

/** `statuses`: of wrong responses. */
const otherStatuses = (statuses: readonly number[]): readonly ExportReading[] =>
  statuses.flatMap((status) => [
    ...NAMES.filter((name) => documented[name].status !== status).map(
      (name): ExportReading => ({
        id: `errors.${slug(name)}-is-${status}`,
        clause: ERRORS[name][0],
        sentence: `${ERRORS[name][1]} gets status ${status} instead of ${documented[name].status}`,
        mistake: `errors.is-${status}`,
        touches: () => true,
        response: (exchange) =>
          errorThatCame(exchange) === name
            ? exchange.answer.status === status && !isList(exchange.answer)
            : undefined,
      }),
    ),
    ...[401, 403, 404]
      .filter((right) => right !== status)
      .map(
        (right): ExportReading => ({
          id: `errors.${right}-is-${status}`,
          clause: 'EXP-ERR-3',
          sentence: `errors have status ${status} instead of ${right}`,
          mistake: `errors.is-${status}`,
          touches: () => true,
          response: (exchange) => {
            const name = errorThatCame(exchange);
            return name !== undefined && documented[name].status === right
              ? exchange.answer.status === status && !isList(exchange.answer)
              : undefined;
          },
        }),
      ),
    {
      id: `errors.always-${status}`,
      clause: 'EXP-ERR-3',
      also: ['EXP-LIST-1', 'EXP-AUTH-12'],
      sentence: `every error has status ${status}`,
      requires: 'it must have the status that the document names for it, such as 401',
      mistake: `errors.is-${status}`,
      touches: () => true,
      response: (exchange) =>
        !mustBeRefused(exchange)
          ? undefined
          : exchange.answer.status === status && !isList(exchange.answer),
    },
  ]);

const FORBIDDEN = documented['not authorized'].status;

/** A character in a sentence. */
const shown = (character: string): string => {
  if (character === ' ') return 'a blank';
  return /^[!-_a-~]$/.test(character)
    ? `\`${character}\``
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
};

/** Characters that make a token malformed, but not for the server. */
function allowedCharacters(violated: readonly Exchange[]): readonly ExportReading[] {
  const isWrong = (exchange: Exchange): boolean =>
    errorFor(exchange) === 'token format' && exchange.answer.status === FORBIDDEN;
  const characters = new Set(
    violated.filter(isWrong).flatMap(({ question }) => question.token?.match(/[^\w-]/gu) ?? []),
  );
  return [[...characters], ...[...characters].map((one) => [one])]
    .filter((some) => some.length > 0)
    .map((some) => ({
      id: `errors.allowed-characters.${some.map(shown).join('')}`,
      mistake: `errors.is-${FORBIDDEN}`,
      clause: 'EXP-AUTH-2',
      sentence: `a token with ${some.map(shown).join(' or ')} gets status ${FORBIDDEN} instead of ${documented['token format'].status}`,
      touches: ({ token }) => some.some((one) => token?.includes(one)),
      response: (exchange) =>
        errorFor(exchange) === 'token format'
          ? exchange.answer.status === FORBIDDEN && !isList(exchange.answer)
          : undefined,
    }));
}

/** Buffers and columns of at least this length cut a token before its format is checked. */
const CHECKED_LENGTH = 64;

const formatOfBeginning: ExportReading = {
  id: 'errors.format-of-beginning',
  clause: 'EXP-AUTH-2',
  sentence: `the format of a token is checked only at its beginning: with other characters far behind it gets status ${FORBIDDEN} instead of ${documented['token format'].status}`,
  touches: ({ token }) => (token?.length ?? 0) > CHECKED_LENGTH,
  response: (exchange) => {
    const { token } = exchange.question;
    return errorFor(exchange) === 'token format' &&
      typeof token === 'string' &&
      isWellFormedToken(token.slice(0, CHECKED_LENGTH))
      ? exchange.answer.status === FORBIDDEN
      : undefined;
  },
};

const texts: readonly ExportReading[] = NAMES.flatMap((name) =>
  NAMES.filter(
    (other) => other !== name && documented[other].status === documented[name].status,
  ).map((other) => ({
    id: `errors.${slug(name)}-has-text-of-${slug(other)}`,
    clause: ERRORS[name][0],
    sentence: `${ERRORS[name][1]} gets the text \`${documented[other].text}\` instead of \`${documented[name].text}\``,
    touches: () => true,
    response: (exchange) =>
      errorFor(exchange) === name ? hasTextOf(other, plainText(exchange.answer) ?? '') : undefined,
  })),
);

/** A longer text is not quoted: a secret in it would not be recognized after it was cut. */
const MOST_QUOTED = 80;

/** The part of the path that the error for an unknown route names instead of the whole path. */
const NAMED: readonly (readonly [words: string, partOf: (path: string) => string])[] = [
  ['the path in lower case', (path) => path.toLowerCase()],
  ['only the first segment of the path', (path) => `/${path.split('/')[1]}`],
  ['only the last segment of the path', (path) => `/${path.split('/').at(-1)}`],
  ['no path', () => ''],
];

const [BEFORE = '', AFTER = ''] = documented['unknown route'].text.split('{path}');

const namedPaths: readonly ExportReading[] = NAMED.map(([words, partOf]) => ({
  id: `errors.unknown-route-names.${slug(words)}`,
  clause: 'EXP-ERR-5',
  sentence: `the error for an unknown route names ${words}`,
  touches: () => true,
  response: (exchange) => {
    const { route } = exchange.question;
    const path = typeof route === 'object' && isUnknown(route) ? route.path : undefined;
    if (path === undefined || errorFor(exchange) !== 'unknown route') return undefined;
    const named = partOf(path);
    return named === path ? undefined : plainText(exchange.answer) === `${BEFORE}${named}${AFTER}`;
  },
}));

/** Texts and titles of errors that are none of the documented ones. */
function wordings(violated: readonly Exchange[]): readonly ExportReading[] {
  const known: readonly string[] = NAMES.map((name) => documented[name].text);
  const found = new Map<string, ExportReading>();
  for (const exchange of violated) {
    const name = errorFor(exchange);
    if (name === undefined || exchange.answer.status !== documented[name].status) continue;
    const { status, text, title } = documented[name];
    const got = plainText(exchange.answer) ?? '';
    const isQuoted = got !== '' && got.length <= MOST_QUOTED;
    if (isQuoted && name !== 'unknown route' && !known.includes(got))
      found.set(`${name} ${got}`, {
        id: `errors.${slug(name)}-has-text.${found.size}`,
        clause: 'EXP-ERR-4',
        sentence: `${ERRORS[name][1]} gets the text \`${got}\` instead of \`${text}\``,
        touches: () => true,
        response: (other) =>
          errorFor(other) === name ? plainText(other.answer) === got : undefined,
      });
    const { title: shownTitle } = firstError(exchange.answer);
    if (typeof shownTitle === 'string' && shownTitle !== title && shownTitle.length <= MOST_QUOTED)
      found.set(`${status} ${shownTitle}`, {
        id: `errors.${status}-has-title.${found.size}`,
        clause: 'EXP-ERR-4',
        sentence: `an error with status ${status} has the title \`${shownTitle}\` instead of \`${title}\``,
        touches: isJsonApi,
        response: (other) => {
          const error = errorFor(other);
          return error !== undefined && documented[error].status === status
            ? firstError(other.answer).title === shownTitle
            : undefined;
        },
      });
  }
  return [...found.values()];
}

/** The text for an unknown route has any path. */
function hasTextOf(name: ErrorName, text: string): boolean {
  const [before = '', after] = documented[name].text.split('{path}');
  if (after === undefined) return text === before;
  return text.startsWith(before) && text.endsWith(after);
}

interface Form {
  readonly id: string;
  readonly clause: string;
  readonly sentence: string;
  readonly isAsked: (question: ProductsQuestion) => boolean;
  /** Whether the form is wrong for this error. Default: it is for each. */
  readonly isWrong?: (name: ErrorName) => boolean;
  readonly fits: (answer: Answer) => boolean;
}

const firstError = ({ json }: Answer): Readonly<Record<string, unknown>> => {
  const first: unknown = isObject(json) && Array.isArray(json.errors) ? json.errors[0] : undefined;
  return isObject(first) ? first : {};
};

const isWithout =
  (member: string) =>
  (answer: Answer): boolean => {
    const error = firstError(answer);
    return Object.keys(error).length > 0 && !(member in error);
  };

const FORMS: readonly Form[] = [
  {
    id: 'plain-for-json-api',
    clause: 'EXP-ERR-3',
    sentence: 'is plain although JSON:API is accepted',
    isAsked: isJsonApi,
    fits: ({ json }) =>
      isObject(json) && (typeof json.error === 'string' || typeof json.message === 'string'),
  },
  {
    id: 'json-api-for-plain',
    clause: 'EXP-ERR-1',
    sentence: 'is JSON:API although it is not accepted',
    isAsked: isPlain,
    fits: ({ json }) => isObject(json) && Array.isArray(json.errors),
  },
  {
    id: 'under-message',
    clause: 'EXP-ERR-1',
    sentence: 'is under `message` instead of `error`',
    isAsked: isPlain,
    isWrong: (name) => name !== 'no data',
    fits: ({ json }) => isObject(json) && typeof json.message === 'string' && !('error' in json),
  },
  {
    id: 'under-error',
    clause: 'EXP-ERR-2',
    sentence: 'is under `error` instead of `message`',
    isAsked: isPlain,
    isWrong: (name) => name === 'no data',
    fits: ({ json }) => isObject(json) && typeof json.error === 'string' && !('message' in json),
  },
  {
    id: 'status-as-text',
    clause: 'EXP-ERR-3',
    sentence: 'has its `status` as text instead of an integer',
    isAsked: isJsonApi,
    fits: (answer) => typeof firstError(answer).status === 'string',
  },
  ...['status', 'title', 'detail'].map(
    (member): Form => ({
      id: `without-${member}`,
      clause: 'EXP-ERR-3',
      sentence: `has no \`${member}\``,
      isAsked: isJsonApi,
      fits: isWithout(member),
    }),
  ),
  {
    id: 'errors-as-object',
    clause: 'EXP-ERR-3',
    sentence: 'has an object instead of a list in `errors`',
    isAsked: isJsonApi,
    fits: ({ json }) => isObject(json) && isObject(json.errors),
  },
  {
    id: 'not-json',
    clause: 'EXP-ERR-1',
    sentence: 'is not JSON',
    isAsked: () => true,
    fits: ({ json, size }) => size > 0 && json === undefined,
  },
  {
    id: 'empty',
    clause: 'EXP-ERR-1',
    sentence: 'has no body',
    isAsked: () => true,
    fits: ({ size }) => size === 0,
  },
];

const SCOPES: readonly (readonly [words: string, names: readonly ErrorName[]])[] = [
  ...NAMES.map((name) => [`the error for ${ERRORS[name][1]}`, [name]] as const),
  ['an error of authentication or routing', NAMES.filter((name) => name !== 'no data')],
  ['every error', NAMES],
];

const forms: readonly ExportReading[] = FORMS.flatMap(
  ({ id, clause, sentence, isAsked, isWrong = () => true, fits }) =>
    SCOPES.filter(([, names]) => names.filter(isWrong).length >= Math.min(2, names.length)).map(
      ([words, names], place) => ({
        id: `errors.${id}.${place}`,
        clause,
        sentence: `${words} ${sentence}`,
        mistake: `errors.${id}`,
        touches: isAsked,
        response: (exchange) => {
          const error = errorFor(exchange);
          if (error === undefined || !names.includes(error) || !isWrong(error)) return undefined;
          return exchange.answer.status === documented[error].status && fits(exchange.answer);
        },
      }),
    ),
);

/** Whether the request has no mistake, so that a list must come. */
export const mustGiveList = ({ target, question }: Exchange): boolean =>
  mistakesIn(target, question)?.length === 0 && question.route !== 'root';

/** Which clause a refusal of requests with this feature violates first. */
const REFUSED: readonly (readonly [feature: RegExp, clause: string])[] = [
  [/^no `Accept`/, 'EXP-NEG-3'],
  [/plain format/, 'EXP-NEG-2'],
  [/filtered route/, 'EXP-ROUTE-3'],
  [/legacy route/, 'EXP-ROUTE-2'],
  [/order/, 'EXP-SORT-1'],
  [/groupBy/, 'EXP-GROUP-1'],
  [/limit|offset/, 'EXP-LIST-6'],
  [/group|mode/, 'EXP-FILT-10'],
  [/value/, 'EXP-FILT-14'],
  [/criterion|filter/, 'EXP-FILT-1'],
];

/** Requests that are refused because of one thing that they have. */
const refusals = (violated: readonly Exchange[]): readonly ExportReading[] => {
  const refused = violated.filter(
    (exchange) =>
      exchange.answer.status >= 400 && mustGiveList(exchange) && !isNoData(exchange.answer),
  );
  const all = refused.flatMap(({ question, answer: { status } }) =>
    featuresOf(question).map((feature) => [`${status} ${feature}`, feature, status] as const),
  );
  return [...new Map(all.map((one) => [one[0], one])).values()].map(
    ([id, feature, status]): ExportReading => ({
      id: `refused.${slug(id)}`,
      mistake: `refused.${status}`,
      clause: REFUSED.find(([about]) => about.test(feature))?.[1] ?? 'EXP-ROUTE-1',
      sentence: `requests with ${feature} get status ${status} instead of products`,
      touches: (question) => featuresOf(question).includes(feature),
      response: (exchange) =>
        mustGiveList(exchange) ? exchange.answer.status === status : undefined,
    }),
  );
};

/**
 * Errors that come at times, instead of products or of another response. The same request may get
 * the right response, too.
 */
const unexpectedErrors = (violated: readonly Exchange[]): readonly ExportReading[] => {
  const isRefused = (exchange: Exchange): boolean =>
    exchange.answer.status >= 400 && mustGiveList(exchange) && !isNoData(exchange.answer);
  const shown = ({ answer }: Exchange): string =>
    `${answer.status} ("${plainText(answer)?.slice(0, 60) ?? ''}")`;
  return [...new Set(violated.filter(isRefused).map(shown))].map((error) => {
    const wrong = new Set(violated.filter((exchange) => shown(exchange) === error));
    const instead = [...wrong].every(isRefused) ? 'products' : 'the right response';
    return {
      id: `refused.at-times.${slug(error)}`,
      clause: 'EXP-ROUTE-1',
      also: Object.values(ERRORS).map(([clause]) => clause),
      sentence: `some requests get status ${error} instead of ${instead}`,
      isFact: true,
      touches: () => true,
      response: (exchange) => (wrong.has(exchange) ? true : undefined),
    };
  });
};

export const errorReadings = (violated: readonly Exchange[]): readonly ExportReading[] => [
  ...otherStatuses([...new Set(violated.map(({ answer }) => answer.status))]),
  formatOfBeginning,
  ...allowedCharacters(violated),
  ...texts,
  ...namedPaths,
  ...wordings(violated),
  ...forms,
  ...refusals(violated),
  ...unexpectedErrors(violated),
];
