/**
 * The features of the export API that a target may lack, such as filters: which requests use a
 * feature, and which responses ignore it.
 */

import type { Answer } from '../http/index.js';
import { memoizedByObject } from '../memoized.js';
import {
  criteriaOf,
  isNegation,
  type Operator,
  operators,
  positiveOf,
  takes,
} from '../protocol/export/filter.js';
import { DEFAULT_LIMIT, type ProductsQuestion } from '../protocol/export/question.js';
import { readQuestion } from '../protocol/export/read-question.js';
import { isObject, membersOf, textOfValue } from '../schema/json-value.js';
import type { ExportTarget } from '../settings/target.js';
import type { Capability } from './missing.js';
import { type ListWindow, PlainList, type PlainPage } from './plain-list.js';

/** Operators that are usually implemented together. */
const FAMILIES: readonly (readonly Operator[])[] = [
  operators.filter((one) => takes(one, 'bound')),
  operators.filter((one) => takes(one, 'pattern')),
  operators.filter((one) => positiveOf(one) === 'ILIKE'),
  operators.filter((one) => takes(one, 'list')),
  operators.filter((one) => takes(one, 'range')),
  operators.filter((one) => isNegation(one) && takes(one, 'pattern', 'list', 'range')),
];

/** The order matters: `missingIn` needs general features before special features. */
export function exportCapabilities(
  target: ExportTarget,
  answers: readonly Answer[],
): readonly Capability[] {
  const questions = new Map<Answer, ProductsQuestion | undefined>();
  const questionOf = (answer: Answer): ProductsQuestion | undefined => {
    if (!questions.has(answer)) questions.set(answer, ordinaryQuestion(answer, target));
    return questions.get(answer);
  };
  const using =
    (test: (question: ProductsQuestion) => boolean) =>
    (answer: Answer): boolean => {
      const question = questionOf(answer);
      return question !== undefined && test(question);
    };
  let made: PlainList | undefined;
  const list = (): PlainList => {
    made ??= new PlainList(plainPages(answers, questionOf));
    return made;
  };
  const isPlainList =
    (condition: (question: ProductsQuestion) => boolean) =>
    (answer: Answer): boolean | undefined => {
      const question = questionOf(answer);
      if (question === undefined || !condition(question)) return undefined;
      const expected = list().at(placeOf(question));
      return expected && isSame(expected, namesIn(answer));
    };
  const selectsNothing = (some: readonly Operator[], columns: readonly string[]): boolean => {
    const alone = answers.filter((answer) => {
      const question = answer.ok ? questionOf(answer) : undefined;
      return (
        question !== undefined &&
        isPlain(question, 'filter') &&
        usesOnly(question, some) &&
        criteriaOf(question).every(({ column }) => columns.includes(column))
      );
    });
    return alone.length > 0 && alone.every((answer) => itemsIn(answer.json).length === 0);
  };
  const tests: Tests = { using, isPlainList, selectsNothing, list };
  return [
    ...routeCapabilities(tests),
    ...parameterCapabilities(tests),
    ...[...FAMILIES, ...operators.map((one) => [one])].map((family) =>
      operatorCapability(family, tests),
    ),
    // Nearly every request has a limit. If limit came first, it would explain other failures, too.
    ...windowCapabilities(tests),
  ];
}

type Test<T> = (answer: Answer) => T;

interface Tests {
  readonly using: (test: (question: ProductsQuestion) => boolean) => Test<boolean>;
  /**
   * Whether a response equals the plain list: the list without filters, order and groups, at the
   * requested `offset` and `limit`. The result is undefined if the request does not satisfy the
   * condition, or if this part of the plain list is unknown.
   */
  readonly isPlainList: (
    condition: (question: ProductsQuestion) => boolean,
  ) => Test<boolean | undefined>;
  /** Whether each filter with only these operators on these columns gets an empty list. */
  readonly selectsNothing: (some: readonly Operator[], columns: readonly string[]) => boolean;
  readonly list: () => PlainList;
}

function routeCapabilities({ using, isPlainList }: Tests): readonly Capability[] {
  return [
    {
      name: 'the legacy routes',
      isPlural: true,
      isRoute: true,
      isOf: (clause) => /^EXP-(?:ROUTE-[23457]|AUTH-[678])$/.test(clause),
      uses: using(({ route }) => route !== undefined),
    },
    {
      name: 'the legacy filtered route',
      isPlural: false,
      isRoute: true,
      isOf: (clause) => /^EXP-ROUTE-[345]$/.test(clause),
      uses: using(isOnFilteredRoute),
      ignored: {
        returns: 'the whole list',
        isIgnoredIn: isPlainList(
          (question) => isOnFilteredRoute(question) && isPlain(question, 'route'),
        ),
      },
    },
  ];
}

function parameterCapabilities({ using, isPlainList }: Tests): readonly Capability[] {
  return [
    {
      name: 'filters',
      isPlural: true,
      isOf: (clause) => /^EXP-FILT-/.test(clause),
      uses: using((question) => criteriaOf(question).length > 0),
      ignored: {
        returns: 'the whole list',
        isIgnoredIn: isPlainList((question) => isPlain(question, 'filter')),
      },
    },
    {
      name: 'orderBy',
      isPlural: false,
      isOf: (clause) => /^EXP-SORT-/.test(clause),
      uses: using(({ orderBy }) => isSent(orderBy)),
      ignored: {
        returns: 'the list in its usual order',
        isIgnoredIn: isPlainList((question) => isPlain(question, 'orderBy')),
      },
    },
    {
      name: 'groupBy',
      isPlural: false,
      isOf: (clause) => /^EXP-GROUP-/.test(clause),
      uses: using(({ groupBy }) => isSent(groupBy)),
      ignored: {
        returns: 'the list without groups',
        // The list without groups also has other numbers of records and another `meta.total`.
        isShownBy: (clause) => /^EXP-(?:GROUP-|LIST-[67])/.test(clause),
        isIgnoredIn: isPlainList((question) => isPlain(question, 'groupBy')),
      },
    },
  ];
}

function operatorCapability(
  family: readonly Operator[],
  { using, isPlainList, selectsNothing }: Tests,
): Capability {
  const usesFamily = (question: ProductsQuestion): boolean =>
    criteriaOf(question).some(({ operator }) => family.includes(operator));
  const name = family.join(', ');
  // If the positive operator finds nothing, its negation rightly returns the whole list.
  const negated = family.every(isNegation) ? family.map(positiveOf) : [];
  const isFull = (question: ProductsQuestion): boolean =>
    negated.length > 0 &&
    selectsNothing(
      negated,
      criteriaOf(question).map(({ column }) => column),
    );
  return {
    name,
    isPlural: family.length > 1,
    kind: 'operator',
    // No clause is only about these operators.
    isOf: () => false,
    uses: using(usesFamily),
    ignored: {
      returns: 'the whole list',
      isShownBy: (clause) => /^EXP-FILT-/.test(clause),
      isIgnoredIn: isPlainList(
        (question) =>
          isPlain(question, 'filter') && usesOnly(question, family) && !isFull(question),
      ),
    },
  };
}

function windowCapabilities({ using, isPlainList, list }: Tests): readonly Capability[] {
  return [
    {
      name: 'offset',
      isPlural: false,
      isOf: (clause) => /^EXP-LIST-[68]$/.test(clause),
      uses: using(({ offset }) => Number(offset) > 0),
      ignored: {
        returns: 'the beginning of the list',
        isIgnoredIn: (answer) =>
          list().ignoresOffset ? isPlainList((question) => isPlain(question))(answer) : false,
      },
    },
    {
      name: 'limit',
      isPlural: false,
      isOf: (clause) => /^EXP-LIST-[68]$/.test(clause),
      uses: using(({ limit }) => limit !== undefined),
      ignored: {
        returns: `the default of ${DEFAULT_LIMIT} records`,
        isIgnoredIn: (answer) =>
          list().ignoresLimit ? isPlainList((question) => isPlain(question))(answer) : false,
      },
    },
  ];
}

/**
 * Reads an ordinary request for products. Returns undefined for any other request, such as one with
 * an altered token or an unknown parameter.
 */
function ordinaryQuestion(answer: Answer, target: ExportTarget): ProductsQuestion | undefined {
  const question = readQuestion(answer.request, target);
  if (question === undefined) return undefined;
  const { method, route, token, destinationId, siteId, channelId, extra } = question;
  const isAltered = [method, token, destinationId, siteId, channelId, extra].some(
    (one) => one !== undefined,
  );
  const isProducts = route === undefined || route === 'legacy' || isOnFilteredRoute(question);
  return isAltered || !isProducts ? undefined : question;
}

/** A server may take a parameter without a value for none. */
const isSent = (value: string | undefined): boolean => value !== undefined && value !== '';

const isOnFilteredRoute = ({ route }: ProductsQuestion): boolean =>
  typeof route === 'object' && 'column' in route;

const usesOnly = (question: ProductsQuestion, some: readonly Operator[]): boolean => {
  const criteria = criteriaOf(question);
  return criteria.length > 0 && criteria.every(({ operator }) => some.includes(operator));
};

/**
 * Whether the question has no special route, filter, order or group. The part `exception` may be
 * present.
 */
const isPlain = (
  question: ProductsQuestion,
  exception?: 'route' | 'filter' | 'orderBy' | 'groupBy',
): boolean =>
  (['route', 'filter', 'orderBy', 'groupBy'] as const).every(
    (part) => part === exception || question[part] === undefined,
  );

const placeOf = ({ limit = DEFAULT_LIMIT, offset = 0 }: ProductsQuestion): ListWindow => ({
  offset: Number(offset),
  limit: Number(limit),
});

/** Returns the pages of the plain list of the configured destination. */
const plainPages = (
  answers: readonly Answer[],
  questionOf: (answer: Answer) => ProductsQuestion | undefined,
): readonly PlainPage[] =>
  answers.flatMap((answer) => {
    const question = answer.ok ? questionOf(answer) : undefined;
    if (question === undefined || question.destination !== undefined || !isPlain(question))
      return [];
    const { meta } = membersOf(answer.json);
    const total = isObject(meta) && typeof meta.total === 'number' ? meta.total : undefined;
    return [{ ...placeOf(question), names: namesIn(answer), total }];
  });

/** Names each record by its id, or by its whole JSON text if ids occur twice. */
function namesIn(answer: Answer): readonly string[] {
  const records = itemsIn(answer.json);
  const ids = records.map(idOrJson);
  return new Set(ids).size === ids.length ? ids : records.map(canonical);
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);

/** Returns the id of a record as a text. A record without an id is returned as JSON. */
const idOrJson = (item: unknown): string => textOfValue(idOf(item));

/** The body itself if it is a list, or the first list in it. */
function itemsIn(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json;
  if (!isObject(json)) return [];
  const list = Object.values(json).find(Array.isArray);
  return list ?? [];
}

/** Returns the id of a record, or its JSON if it has no id. */
const idOf = (item: unknown): string | number =>
  isObject(item) && (typeof item.id === 'number' || typeof item.id === 'string')
    ? item.id
    : canonical(item);

/**
 * JSON with sorted members and without null members. The text is kept for each object, because a
 * record of many members is compared many times.
 */
const canonical = (value: unknown): string =>
  isObject(value) ? canonicalOfObject(value) : canonicalAnew(value);

const canonicalAnew = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(
          Object.entries(member)
            .filter(([, one]) => one !== null)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : member,
  );

const canonicalOfObject = memoizedByObject(canonicalAnew);
