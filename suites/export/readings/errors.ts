/** Mistakes in errors: their status and form, and errors instead of products. */

import type { Answer } from '../../../src/http/answer.js';
import { isNoData } from '../../../src/protocol/export/product-page.js';
import { isUnknown, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { isObject } from '../../../src/schema/json-value.js';
import { documented, type ErrorName } from '../model/error-table.js';
import { plainText } from '../model/error-text.js';
import type { Exchange } from '../model/exchange.js';
import { mistakesIn } from '../model/mistakes.js';
import { errorTexts } from './error-texts.js';
import { featuresOf } from './features.js';
import { malformedTokens } from './malformed-tokens.js';
import { PARTS_BY_ROUTE } from './parts.js';
import { type ExportReading, slug } from './reading.js';
import {
  ERRORS,
  errorFor,
  errorThatCame,
  firstError,
  isJsonApi,
  isList,
  mediaTypeFor,
  mustBeRefused,
  NAMES,
} from './which-error.js';

/** Errors with one of the `statuses` of wrong responses instead of the documented one. */
const otherStatuses = (statuses: readonly number[]): readonly ExportReading[] =>
  statuses.flatMap((status) => [
    ...NAMES.filter((name) => documented[name].status !== status).flatMap((name) =>
      PARTS_BY_ROUTE.map(
        (part): ExportReading => ({
          id: `errors.${slug(name)}-is-${status}.${part.id}`,
          clause: ERRORS[name][0],
          sentence: `${ERRORS[name][1]} gets status ${status} instead of ${documented[name].status}${part.name}`,
          mistake: `errors.is-${status}`,
          touches: part.has,
          response: (exchange) =>
            errorThatCame(exchange) === name
              ? exchange.answer.status === status && !isList(exchange.answer)
              : undefined,
        }),
      ),
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

const isPlain = ({ accept }: ProductsQuestion): boolean => accept === PLAIN || accept === null;

/** A wrong form of the body of an error. */
interface Form {
  readonly id: string;
  readonly clause: string;
  /** Follows the name of the error. */
  readonly sentence: string;
  /** Whether the form is wrong for this request. */
  readonly isWrongForRequest: (question: ProductsQuestion) => boolean;
  /** Whether the form is wrong for this error. Default: for each error. */
  readonly isWrongForError?: (name: ErrorName) => boolean;
  /** Whether the response has this form. */
  readonly fits: (answer: Answer) => boolean;
}

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
    isWrongForRequest: isJsonApi,
    fits: ({ json }) =>
      isObject(json) && (typeof json.error === 'string' || typeof json.message === 'string'),
  },
  {
    id: 'json-api-for-plain',
    clause: 'EXP-ERR-1',
    sentence: 'is JSON:API although it is not accepted',
    isWrongForRequest: isPlain,
    fits: ({ json }) => isObject(json) && Array.isArray(json.errors),
  },
  {
    id: 'json-api-without-accept',
    clause: 'EXP-ERR-1',
    sentence: 'is JSON:API if there is no `Accept`',
    isWrongForRequest: ({ accept }) => accept === null,
    fits: ({ json }) => isObject(json) && Array.isArray(json.errors),
  },
  {
    id: 'under-message',
    clause: 'EXP-ERR-1',
    sentence: 'is under `message` instead of `error`',
    isWrongForRequest: isPlain,
    isWrongForError: (name) => name !== 'no data',
    fits: ({ json }) => isObject(json) && typeof json.message === 'string' && !('error' in json),
  },
  {
    id: 'under-error',
    clause: 'EXP-ERR-2',
    sentence: 'is under `error` instead of `message`',
    isWrongForRequest: isPlain,
    isWrongForError: (name) => name === 'no data',
    fits: ({ json }) => isObject(json) && typeof json.error === 'string' && !('message' in json),
  },
  {
    id: 'status-as-text',
    clause: 'EXP-ERR-3',
    sentence: 'has its `status` as text instead of an integer',
    isWrongForRequest: isJsonApi,
    fits: (answer) => typeof firstError(answer).status === 'string',
  },
  ...['status', 'title', 'detail'].map(
    (member): Form => ({
      id: `without-${member}`,
      clause: 'EXP-ERR-3',
      sentence: `has no \`${member}\``,
      isWrongForRequest: isJsonApi,
      fits: isWithout(member),
    }),
  ),
  {
    id: 'errors-empty',
    clause: 'EXP-ERR-3',
    sentence: 'has an empty list in `errors`',
    isWrongForRequest: isJsonApi,
    fits: ({ json }) => isObject(json) && Array.isArray(json.errors) && json.errors.length === 0,
  },
  {
    id: 'errors-as-object',
    clause: 'EXP-ERR-3',
    sentence: 'has an object instead of a list in `errors`',
    isWrongForRequest: isJsonApi,
    fits: ({ json }) => isObject(json) && isObject(json.errors),
  },
  {
    id: 'not-json',
    clause: 'EXP-ERR-1',
    sentence: 'is not JSON',
    isWrongForRequest: () => true,
    fits: ({ json, size }) => size > 0 && json === undefined,
  },
  {
    id: 'empty',
    clause: 'EXP-ERR-1',
    sentence: 'has no body',
    isWrongForRequest: () => true,
    fits: ({ size }) => size === 0,
  },
];

/** Forms of errors that a framework writes: objects without `error`, `message` and `errors`. */
const otherMembers = (violated: readonly Exchange[]): readonly Form[] => {
  const members = violated.flatMap(({ answer: { status, json } }) => {
    const isOther = status >= 400 && isObject(json) && !DOCUMENTED.some((name) => name in json);
    return isOther ? [Object.keys(json).sort().slice(0, MOST_MEMBERS).join(', ')] : [];
  });
  const formats: readonly (readonly [string, string, Form['isWrongForRequest']])[] = [
    ['', '', () => true],
    ['-in-json-api', ' in the format JSON:API', isJsonApi],
    ['-in-plain', ' in the plain format', isPlain],
  ];
  const all = [...new Set(members)].flatMap((names) =>
    formats.map((format) => [names, ...format] as const),
  );
  return all.map(([names, format, words, isWrongForRequest]) => ({
    id: `other-members-${slug(names)}${format}`,
    clause: 'EXP-ERR-1',
    sentence: `${names === '' ? 'is an empty object' : `has ${names} instead of a documented member`}${words}`,
    isWrongForRequest,
    fits: ({ json }) =>
      isObject(json) &&
      !DOCUMENTED.some((name) => name in json) &&
      Object.keys(json).sort().slice(0, MOST_MEMBERS).join(', ') === names,
  }));
};
const DOCUMENTED = ['error', 'message', 'errors'];
const MOST_MEMBERS = 5;

/** The statuses that errors of JSON:API state wrongly. */
const statedStatuses = (violated: readonly Exchange[]): readonly Form[] => {
  const stated = violated.flatMap(({ answer }) => {
    const { status } = firstError(answer);
    return typeof status === 'number' && status !== answer.status ? [status] : [];
  });
  return [...new Set(stated)].map((status) => ({
    id: `states-${status}`,
    clause: 'EXP-ERR-3',
    sentence: `has \`status\` ${status} in its body`,
    isWrongForRequest: isJsonApi,
    isWrongForError: (name) => documented[name].status !== status,
    fits: (answer) => firstError(answer).status === status,
  }));
};

/** The media types of errors whose body has the right form. */
const mediaTypes = (violated: readonly Exchange[]): readonly Form[] => {
  const hasForm = (question: ProductsQuestion, { json }: Answer): boolean =>
    isObject(json) && (isJsonApi(question) ? 'errors' in json : 'error' in json);
  const wrong = violated.flatMap(({ question, answer }) =>
    answer.status >= 400 && hasForm(question, answer) && answer.mediaType !== mediaTypeFor(question)
      ? [answer.mediaType]
      : [],
  );
  return [...new Set(wrong)].map((type) => ({
    id: `media-type-${slug(type)}`,
    clause: 'EXP-ERR-6',
    sentence: type === '' ? 'has no `Content-Type`' : `is sent as ${type}`,
    isWrongForRequest: (question) => mediaTypeFor(question) !== type,
    isWrongForError: (name) => name !== 'no data',
    fits: (answer) => answer.mediaType === type,
  }));
};

/** The errors that have a wrong form. */
interface Scope {
  readonly words: string;
  readonly names: readonly ErrorName[];
  /** Which requests get the wrong error. Default: all of them. */
  readonly has?: (question: ProductsQuestion) => boolean;
}

/** The narrowest come first, so that they are named if nothing tells scopes apart. */
const SCOPES: readonly Scope[] = [
  ...[
    { words: 'a line break within it', shape: /%0a./i },
    { words: 'a line break at its end', shape: /%0a$/i },
    { words: 'a line break', shape: /%0a/i },
  ].map(
    ({ words, shape }): Scope => ({
      words: `the error for a path with ${words}`,
      names: ['unknown route'],
      has: ({ route = 'v2' }) => isUnknown(route) && shape.test(route.path),
    }),
  ),
  ...NAMES.map((name) => ({ words: `the error for ${ERRORS[name][1]}`, names: [name] })),
  {
    words: 'an error of authentication or routing',
    names: NAMES.filter((name) => name !== 'no data'),
  },
  { words: 'every error', names: NAMES },
];

const formReadings = (violated: readonly Exchange[]): readonly ExportReading[] =>
  [
    ...FORMS,
    ...otherMembers(violated),
    ...statedStatuses(violated),
    ...mediaTypes(violated),
  ].flatMap(({ id, clause, sentence, isWrongForRequest, isWrongForError = () => true, fits }) =>
    // A form that is wrong for only one of several errors is named for this error alone.
    SCOPES.filter(
      ({ names }) => names.filter(isWrongForError).length >= Math.min(2, names.length),
    ).map(
      ({ words, names, has = () => true }, at): ExportReading => ({
        id: `errors.${id}.${at}`,
        clause,
        also: ['EXP-ERR-1', 'EXP-ERR-3', 'EXP-ERR-5', 'EXP-ERR-6'],
        sentence: `${words} ${sentence}`,
        mistake: `errors.${id}`,
        touches: (question) => isWrongForRequest(question) && has(question),
        response: (exchange) => {
          const error = errorFor(exchange);
          if (error === undefined || !names.includes(error) || !isWrongForError(error))
            return undefined;
          return exchange.answer.status === documented[error].status && fits(exchange.answer);
        },
      }),
    ),
  );

/** Whether the request has no mistake, so that a list must come. */
export const mustGiveList = ({ target, question }: Exchange): boolean =>
  mistakesIn(target, question)?.length === 0 && question.route !== 'root';

/** The clause that a refusal of requests with this feature violates. The first match counts. */
const REFUSED: readonly (readonly [feature: RegExp, clause: string])[] = [
  [/^no `Accept`/, 'EXP-NEG-3'],
  [/written|escape/, 'EXP-FILT-13'],
  [/plain format/, 'EXP-NEG-2'],
  [/in the path/, 'EXP-ROUTE-4'],
  [/filtered route|of the path/, 'EXP-ROUTE-3'],
  [/pattern/, 'EXP-FILT-3'],
  [/legacy route/, 'EXP-ROUTE-2'],
  [/order/, 'EXP-SORT-1'],
  [/groupBy/, 'EXP-GROUP-1'],
  [/limit|offset/, 'EXP-LIST-6'],
  [/group|mode/, 'EXP-FILT-10'],
  [/value/, 'EXP-FILT-14'],
  [/decimals|a number beyond/, 'EXP-FILT-1'],
  [/criterion|filter/, 'EXP-FILT-1'],
];

/** How the path and the query are written, in words. Only the address of the request shows it. */
const WRITTEN: readonly (readonly [feature: string, shape: RegExp])[] = [
  ['a blank that is written as `+`', /\?.*\+/s],
  ['`constructor` in the path', /^[^?]*\/constructor(?:[/?]|$)/],
  ['an escape in lower case', /\?.*%(?:[a-f][0-9a-f]|[0-9][a-f])/s],
];

const writtenIn = ({ answer }: Exchange): readonly string[] =>
  WRITTEN.flatMap(([feature, shape]) => (shape.test(answer.request.url) ? [feature] : []));

/** Whether an error came although a list must come. */
const isWronglyRefused = (exchange: Exchange): boolean =>
  exchange.answer.status >= 400 && mustGiveList(exchange) && !isNoData(exchange.answer);

/** Requests that are refused because of one of their features. */
const refusals = (violated: readonly Exchange[]): readonly ExportReading[] => {
  const refused = violated.filter(isWronglyRefused);
  const all = refused.flatMap((exchange) =>
    [...featuresOf(exchange.question), ...writtenIn(exchange)].map((feature) => ({
      feature,
      status: exchange.answer.status,
    })),
  );
  const unique = new Map(all.map((one) => [`${one.status} ${one.feature}`, one]));
  return [...unique].map(([id, { feature, status }]): ExportReading => {
    const isWritten = WRITTEN.some(([name]) => name === feature);
    return {
      id: `refused.${slug(id)}`,
      // A list of values in a path may have several unusual characters. Any may be the reason.
      mistake: `refused.${status}${/of the path/.test(feature) ? ` ${feature}` : ''}`,
      isApart: true,
      clause: REFUSED.find(([about]) => about.test(feature))?.[1] ?? 'EXP-ROUTE-1',
      sentence: `requests with ${feature} get status ${status} instead of products`,
      touches: (question) => isWritten || featuresOf(question).includes(feature),
      response: (exchange) =>
        mustGiveList(exchange) && (!isWritten || writtenIn(exchange).includes(feature))
          ? exchange.answer.status === status
          : undefined,
    };
  });
};

/**
 * Errors that come at times, instead of products or of another response. The same request may get
 * the right response, too.
 */
const unexpectedErrors = (violated: readonly Exchange[]): readonly ExportReading[] => {
  const shown = ({ answer }: Exchange): string =>
    `${answer.status} ("${plainText(answer)?.slice(0, 60) ?? ''}")`;
  return [...new Set(violated.filter(isWronglyRefused).map(shown))].map((error) => {
    const wrong = new Set(violated.filter((exchange) => shown(exchange) === error));
    const instead = [...wrong].every(isWronglyRefused) ? 'products' : 'the right response';
    return {
      id: `refused.at-times.${slug(error)}`,
      clause: 'EXP-ROUTE-1',
      also: [...Object.values(ERRORS).map(([clause]) => clause), ...OF_OTHER_REQUESTS],
      sentence: `some requests get status ${error} instead of ${instead}`,
      isFact: true,
      touches: () => true,
      response: (exchange) => (wrong.has(exchange) ? true : undefined),
    };
  });
};

/** The clauses about header fields and formats, which errors that come at times violate as well. */
const OF_OTHER_REQUESTS = [
  ...[5, 8, 9, 10, 11, 12].map((number) => `EXP-AUTH-${number}`),
  ...[3, 4, 5, 6, 7, 8, 10, 11].map((number) => `EXP-NEG-${number}`),
  'EXP-HARD-2',
];

/** What is unusual in a path, in words. */
const PARTS_OF_PATHS: readonly (readonly [words: string, shape: RegExp])[] = [
  ['`constructor`', /\/constructor(?:\/|$)/],
  ['an escaped quote', /%22/],
  ['an escaped slash', /%2f/i],
  ['an escaped backslash', /%5c/i],
  ['an escaped line break', /%0a/i],
  ['letters beyond ASCII', /%[c-f][0-9a-f]/i],
];

/** Unknown routes with an unusual path that get another status than 404. */
const unknownRoutes = (violated: readonly Exchange[]): readonly ExportReading[] => {
  const statuses = violated
    .filter((exchange) => errorFor(exchange) === 'unknown route')
    .map(({ answer }) => answer.status)
    .filter((status) => status !== documented['unknown route'].status && status >= 400);
  return [...new Set(statuses)].flatMap((status) =>
    PARTS_OF_PATHS.map(
      ([words, shape]): ExportReading => ({
        id: `errors.unknown-route-with-${slug(words)}-is-${status}`,
        clause: 'EXP-ROUTE-8',
        also: ['EXP-ERR-5'],
        sentence: `an unknown route with ${words} gets status ${status} instead of ${documented['unknown route'].status}`,
        touches: ({ route = 'v2' }) => isUnknown(route) && shape.test(route.path),
        response: (exchange) =>
          errorFor(exchange) === 'unknown route' ? exchange.answer.status === status : undefined,
      }),
    ),
  );
};

/** The server tests whether the destination has data before it compares the token. */
const dataBeforeToken: ExportReading = {
  id: 'errors.data-before-token',
  clause: 'EXP-AUTH-3',
  sentence:
    'a destination without data gets status 404 before the token is compared: a wrong token gets it as well',
  requires: 'a token that is not valid for the destination must get status 403',
  touches: ({ destination }) => destination !== undefined,
  response: (exchange) =>
    exchange.question.destination?.id === exchange.target.emptyDestination?.id &&
    errorFor(exchange) === 'not authorized'
      ? isNoData(exchange.answer)
      : undefined,
};

export const errorReadings = (violated: readonly Exchange[]): readonly ExportReading[] => [
  ...otherStatuses([...new Set(violated.map(({ answer }) => answer.status))]),
  dataBeforeToken,
  ...unknownRoutes(violated),
  ...malformedTokens(violated),
  ...errorTexts(violated),
  ...formReadings(violated),
  ...refusals(violated),
  ...unexpectedErrors(violated),
];
