/** Readings of whole requests: parameters, formats, routes and credentials that are not read rightly. */

import type { Criterion, Filter } from '../../../src/protocol/export/filter.js';
import {
  isUnknown,
  JSON_API,
  PLAIN,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import { isObject } from '../../../src/schema/json-value.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { expectedRecords } from '../model/expected-records.js';
import { identity } from '../model/identity.js';
import { filterIn } from '../model/request.js';
import { structureReadings } from '../wrong-readings/structure-readings.js';
import { type ExportReading, hasFilter, onFilter, slug } from './reading.js';

/** Filters whose groups, criteria and modes are combined wrongly. */
const structures: readonly ExportReading[] = Object.entries({
  ...structureReadings,
  'gives all criteria of a group the operator of the first and the value of the last':
    onGroupCriteria((criteria) => {
      const [first] = criteria;
      const last = criteria.at(-1);
      return first === undefined || last === undefined || first === last
        ? criteria
        : [{ ...last, operator: first.operator }];
    }),
  'gives criteria on one column the operator of the first and the value of the last':
    onGroupCriteria(merged((first, last) => ({ ...first, value: last.value }))),
  'gives criteria on one column the value of the first and the operator of the last':
    onGroupCriteria(merged((first, last) => ({ ...last, value: first.value }))),
  'uses OR for a group without mode': (filter: Filter): Filter => ({
    ...filter,
    groups: filter.groups.map((group) => ({ ...group, mode: group.mode ?? 'OR' })),
  }),
  'uses OR between groups without mode': (filter: Filter): Filter => ({
    ...filter,
    mode: filter.mode ?? 'OR',
  }),
  'uses the mode of the group before it for a group without mode': ({
    mode,
    groups,
  }: Filter): Filter => ({
    mode,
    groups: groups.map((group, at) => ({
      ...group,
      mode: group.mode ?? groups.slice(0, at).findLast((one) => one.mode !== undefined)?.mode,
    })),
  }),
  'swaps AND and OR': ({ mode, groups }: Filter): Filter => ({
    mode: mode === 'OR' ? 'AND' : 'OR',
    groups: groups.map((group) => ({ ...group, mode: group.mode === 'OR' ? 'AND' : 'OR' })),
  }),
  'swaps the modes of both levels': ({ mode, groups }: Filter): Filter => ({
    mode: groups[0]?.mode,
    groups: groups.map((group) => ({ ...group, mode })),
  }),
}).map(([name, change]) => ({
  id: `filters.${slug(name)}`,
  clause: /group(s| )|between|parenthes|flatten|level/.test(name) ? 'EXP-FILT-10' : 'EXP-FILT-9',
  sentence: `a filter of several criteria: the server ${name}`,
  touches: ({ filter }) =>
    (filter?.groups.length ?? 0) > 1 ||
    (filter?.groups.some(({ criteria }) => criteria.length > 1) ?? false) ||
    /null|negat/.test(name),
  question: onFilter(change),
}));

function onGroupCriteria(change: (criteria: readonly Criterion[]) => readonly Criterion[]) {
  return (filter: Filter): Filter => ({
    ...filter,
    groups: filter.groups.map((group) => ({ ...group, criteria: change(group.criteria) })),
  });
}

/** Joins the criteria of each column to one. */
function merged(join: (first: Criterion, last: Criterion) => Criterion) {
  return (criteria: readonly Criterion[]): readonly Criterion[] => {
    const byColumn = new Map<string, Criterion>();
    for (const criterion of criteria) {
      const first = byColumn.get(criterion.column);
      byColumn.set(criterion.column, first === undefined ? criterion : join(first, criterion));
    }
    return [...byColumn.values()];
  };
}

interface Part {
  readonly id: string;
  readonly name: string;
  readonly has: (question: ProductsQuestion) => boolean;
}
const routeOf = ({ route = 'v2' }: ProductsQuestion) => {
  if (typeof route !== 'object') return route;
  return isUnknown(route) ? 'unknown' : 'filtered';
};
const PARTS: readonly Part[] = [
  { id: 'everywhere', name: '', has: () => true },
  ...(['v2', 'legacy', 'filtered'] as const).map((route) => ({
    id: `on-${route}`,
    name: ` on the ${route === 'filtered' ? 'legacy filtered' : route} route`,
    has: (question: ProductsQuestion) => routeOf(question) === route,
  })),
  {
    id: 'on-both-legacy',
    name: ' on the legacy routes',
    has: (question) => ['legacy', 'filtered'].includes(routeOf(question)),
  },
  {
    id: 'in-json-api',
    name: ' in the format JSON:API',
    has: ({ accept = JSON_API }) => accept === JSON_API,
  },
  {
    id: 'in-plain',
    name: ' in the plain format',
    has: ({ accept = JSON_API }) => accept !== JSON_API,
  },
  { id: 'with-filters', name: ' together with filters', has: hasFilter },
  {
    id: 'without-filters',
    name: ' without filters',
    has: (question) => !hasFilter(question),
  },
  {
    id: 'with-order',
    name: ' together with `orderBy`',
    has: ({ orderBy }) => orderBy !== undefined,
  },
  {
    id: 'with-groups',
    name: ' together with `groupBy`',
    has: ({ groupBy }) => groupBy !== undefined,
  },
  {
    id: 'with-mode',
    name: ' together with `mode`',
    has: ({ filter }) => filter?.mode !== undefined,
  },
  { id: 'with-limit', name: ' together with `limit`', has: ({ limit }) => limit !== undefined },
  { id: 'with-offset', name: ' together with `offset`', has: ({ offset }) => offset !== undefined },
];

/** The records of a list without an order, in the order in which they were read. */
function isInUsualOrder(
  records: readonly ProductRecord[],
  { offset = 0 }: ProductsQuestion,
  question: ProductsQuestion,
  known: Known,
): boolean {
  const { survey } = known;
  const filter = filterIn(question, known) ?? { groups: [] };
  const { required, optional } = expectedRecords(filter, survey, known.comparisonRules);
  if (!survey.complete || optional.length > 0) return false;
  const usual = required.slice(Number(offset), Number(offset) + records.length);
  return (
    usual.length === records.length &&
    usual.every((record, at) => {
      const other = records[at];
      return (
        other !== undefined &&
        identity(record, survey.changing) === identity(other, survey.changing)
      );
    })
  );
}

const CLAUSE_OF = {
  limit: 'EXP-LIST-6',
  offset: 'EXP-LIST-6',
  orderBy: 'EXP-SORT-1',
  groupBy: 'EXP-GROUP-1',
  filter: 'EXP-FILT-12',
} as const;
const WORDS = {
  limit: '`limit` is ignored',
  offset: '`offset` is ignored',
  orderBy: '`orderBy` is ignored',
  groupBy: '`groupBy` is ignored',
  filter: 'filters are ignored',
} as const;

const ignoredParameters: readonly ExportReading[] = PARTS.flatMap((part) =>
  (Object.keys(WORDS) as (keyof typeof WORDS)[]).map(
    (name): ExportReading => ({
      id: `parameters.${name}.ignored.${part.id}`,
      mistake: `${name} ignored`,
      clause: CLAUSE_OF[name],
      sentence: `${WORDS[name]}${part.name}`,
      touches: (question) => question[name] !== undefined && part.has(question),
      question: (question) => ({ ...question, [name]: undefined }),
      ...(name === 'orderBy'
        ? {
            fits: ({ records }, question, known) =>
              isInUsualOrder(records, question, { ...question, orderBy: undefined }, known),
          }
        : {}),
    }),
  ),
);

const moved = (
  id: string,
  sentence: string,
  touches: ExportReading['touches'],
  change: (question: ProductsQuestion) => ProductsQuestion,
): readonly ExportReading[] =>
  PARTS.slice(0, 7).map((part) => ({
    id: `parameters.${id}.${part.id}`,
    mistake: id,
    clause: 'EXP-LIST-6',
    sentence: `${sentence}${part.name}`,
    touches: (question) => touches(question) && part.has(question),
    question: change,
  }));

const numberOf = (value: string | number | undefined, otherwise: number): number =>
  Number(value ?? otherwise);

const windows: readonly ExportReading[] = [
  ...moved(
    'offset.too-far',
    '`offset` is one too high: a record is skipped',
    () => true,
    (question) => ({ ...question, offset: numberOf(question.offset, 0) + 1 }),
  ),
  ...moved(
    'offset.skips-one-more',
    '`offset` skips one record more',
    ({ offset }) => numberOf(offset, 0) > 0,
    (question) => ({ ...question, offset: numberOf(question.offset, 0) + 1 }),
  ),
  ...moved(
    'offset.counts-from-one',
    '`offset` counts from 1: one record less is skipped',
    ({ offset }) => numberOf(offset, 0) > 0,
    (question) => ({ ...question, offset: numberOf(question.offset, 0) - 1 }),
  ),
  ...moved(
    'offset.counts-pages',
    '`offset` counts pages instead of records',
    ({ offset }) => numberOf(offset, 0) > 0,
    (question) => ({
      ...question,
      offset: numberOf(question.offset, 0) * numberOf(question.limit, 100),
    }),
  ),
  ...moved(
    'offset.rounded-to-pages',
    '`offset` is rounded down to a multiple of `limit`',
    ({ offset }) => numberOf(offset, 0) > 0,
    (question) => {
      const size = numberOf(question.limit, 100);
      const start = numberOf(question.offset, 0);
      return { ...question, offset: start - (start % size) };
    },
  ),
  ...moved(
    'limit.one-too-few',
    'a page has one record less than `limit`',
    () => true,
    (question) => ({ ...question, limit: numberOf(question.limit, 100) - 1 }),
  ),
  ...moved(
    'limit.one-too-many',
    'a page has one record more than `limit`',
    () => true,
    (question) => ({ ...question, limit: numberOf(question.limit, 100) + 1 }),
  ),
];

/** Limits that a server uses instead of the requested ones. `sizes`: of wrong pages. */
const otherLimits = (sizes: readonly number[]): readonly ExportReading[] =>
  sizes.flatMap((most) => [
    ...moved(
      `limit.default-${most}`,
      `the default of \`limit\` is ${most}`,
      ({ limit }) => limit === undefined,
      (question) => ({ ...question, limit: most }),
    ),
    ...moved(
      `limit.capped-at-${most}`,
      `a page has at most ${most} records`,
      ({ limit }) => numberOf(limit, 100) > most,
      (question) => ({ ...question, limit: most }),
    ),
  ]);

/** Limits that a server takes for none. */
const missedLimits = (limits: readonly number[]): readonly ExportReading[] =>
  limits.flatMap((one) =>
    moved(
      `limit.${one}-is-none`,
      `\`limit=${one}\` is taken for no limit`,
      ({ limit }) => limit !== undefined && Number(limit) === one,
      (question) => ({ ...question, limit: undefined }),
    ),
  );

/** Totals that count something else. */
const totals: readonly ExportReading[] = [
  {
    id: 'page',
    sentence: 'counts the records of the page',
    count: (page: { readonly records: readonly unknown[] }) => page.records.length,
  },
  {
    id: 'whole-list',
    sentence: 'ignores filters',
    count: (_: unknown, __: ProductsQuestion, known: Known) => known.survey.total,
  },
  {
    id: 'rest',
    sentence: 'leaves out the records before `offset`',
    count: (_: unknown, question: ProductsQuestion, known: Known) =>
      Math.max(0, rightTotal(question, known) - numberOf(question.offset, 0)),
  },
  {
    id: 'one-more',
    sentence: 'is one too high',
    count: (_: unknown, question: ProductsQuestion, known: Known) =>
      rightTotal(question, known) + 1,
  },
  {
    id: 'one-less',
    sentence: 'is one too low',
    count: (_: unknown, question: ProductsQuestion, known: Known) =>
      rightTotal(question, known) - 1,
  },
  { id: 'zero', sentence: 'is always 0', count: () => 0 },
  {
    id: 'empty-page',
    sentence: 'is 0 on a page without records',
    count: (
      page: { readonly records: readonly unknown[] },
      question: ProductsQuestion,
      known: Known,
    ) => (page.records.length === 0 ? 0 : rightTotal(question, known)),
  },
  {
    id: 'pages',
    sentence: 'counts pages',
    count: (_: unknown, question: ProductsQuestion, known: Known) =>
      Math.ceil(rightTotal(question, known) / numberOf(question.limit, 100)),
  },
].flatMap(({ id, sentence, count }) =>
  PARTS.map(
    (part): ExportReading => ({
      id: `totals.${id}.${part.id}`,
      mistake: `total ${id}`,
      clause: 'EXP-LIST-7',
      sentence: `\`meta.total\` ${sentence}${part.name}`,
      touches: (question) =>
        part.has(question) &&
        question.groupBy === undefined &&
        (question.accept ?? JSON_API) === JSON_API,
      page: (page, question, known) => {
        const { meta } = page;
        if (meta === undefined || !known.survey.complete) return page;
        const right = rightTotal(question, known);
        const predicted = count(page, question, known);
        const isPredicted = meta.total === predicted;
        // A total that is not the predicted one must not look right.
        const other = meta.total === right ? -1 : meta.total;
        return { ...page, meta: { ...meta, total: isPredicted ? right : other } };
      },
    }),
  ),
);

/** For example, totals are cached. */
const anyTotal: ExportReading = {
  id: 'totals.any',
  isFact: true,
  clause: 'EXP-LIST-7',
  sentence: '`meta.total` is wrong, although the right records come',
  touches: ({ accept = JSON_API, groupBy }) => groupBy === undefined && accept === JSON_API,
  page(page, question, known) {
    const { meta } = page;
    const filter = filterIn(question, known) ?? { groups: [] };
    const { required, optional } = expectedRecords(filter, known.survey, known.comparisonRules);
    return meta === undefined || !known.survey.complete || optional.length > 0
      ? page
      : { ...page, meta: { ...meta, total: required.length } };
  },
};

function rightTotal(question: ProductsQuestion, known: Known): number {
  const filter = filterIn(question, known);
  if (filter === undefined) return known.survey.total;
  return expectedRecords(filter, known.survey, known.comparisonRules).required.length;
}

/** The format is not negotiated. */
const formats: readonly ExportReading[] = [
  [
    'always-json-api',
    'the response is JSON:API whatever `Accept` says',
    PLAIN,
    JSON_API,
    'EXP-NEG-2',
  ],
  [
    'always-plain',
    'the response is plain JSON whatever `Accept` says',
    JSON_API,
    PLAIN,
    'EXP-NEG-1',
  ],
].flatMap(([id = '', sentence = '', from, to, clause = '']) =>
  PARTS.slice(0, 5).map(
    (part): ExportReading => ({
      id: `formats.${id}.${part.id}`,
      mistake: `formats.${id}`,
      clause: part.id === 'everywhere' ? clause : 'EXP-NEG-5',
      also: ['EXP-NEG-5', 'EXP-NEG-6', 'EXP-NEG-7', 'EXP-NEG-8', 'EXP-NEG-11', 'EXP-ERR-6'],
      sentence: `${sentence}${part.name}`,
      touches: (question) => {
        const { accept = JSON_API } = question;
        return part.has(question) && (from === PLAIN ? accept !== JSON_API : accept === from);
      },
      question: (question) => ({ ...question, accept: to }),
    }),
  ),
);
const withoutAccept: ExportReading = {
  id: 'formats.without-accept-is-json-api',
  clause: 'EXP-NEG-3',
  sentence: 'without `Accept` the response is JSON:API',
  touches: ({ accept }) => accept === null,
  question: (question) => ({ ...question, accept: JSON_API }),
};

/** A media type of `Accept` with its parameters and its weight (RFC 9110 section 12.5.1). */
interface Range {
  readonly type: string;
  readonly hasParameters: boolean;
  readonly weight: number;
}

const rangesIn = (accept: string): readonly Range[] =>
  accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((one) => one.trim());
    const weight = parameters.find((one) => /^q=/i.test(one));
    return {
      type,
      hasParameters: parameters.some((one) => one !== weight),
      weight: weight === undefined ? 1 : Number(weight.slice(2)),
    };
  });

const formatOf = (type: string | undefined): string => (type === JSON_API ? JSON_API : PLAIN);

const formatIn = (json: unknown): string | undefined => {
  if (Array.isArray(json)) return PLAIN;
  return isObject(json) && Array.isArray(json.data) ? JSON_API : undefined;
};

/** How a server reads an `Accept` that names JSON:API in another way than by the bare media type. */
const acceptances: readonly ExportReading[] = (
  [
    [
      'whole-text',
      'is compared as a whole text: a list or a parameter gives the plain format',
      () => PLAIN,
    ],
    [
      'contained',
      'need only contain the media type of JSON:API',
      (accept) => (accept.includes(JSON_API) ? JSON_API : PLAIN),
    ],
    [
      'case',
      'is compared with letter case',
      (accept) => formatOf(rangesIn(accept).find(({ type }) => type === JSON_API)?.type),
    ],
    [
      'first',
      'is read up to the first media type',
      (accept) => formatOf(rangesIn(accept)[0]?.type.toLowerCase()),
    ],
    [
      'last',
      'is read from the last media type on',
      (accept) => formatOf(rangesIn(accept).at(-1)?.type.toLowerCase()),
    ],
    [
      'weights',
      'is read without its weights (`q`)',
      (accept) =>
        formatOf(
          rangesIn(accept)
            .map(({ type }) => type.toLowerCase())
            .find((type) => type === JSON_API || type === PLAIN),
        ),
    ],
    [
      'parameters',
      'gives the plain format for JSON:API with a parameter',
      (accept) =>
        formatOf(
          rangesIn(accept)
            .filter(({ hasParameters }) => !hasParameters)
            .map(({ type }) => type.toLowerCase())
            .find((type) => type === JSON_API),
        ),
    ],
  ] satisfies readonly (readonly [string, string, (accept: string) => string])[]
).map(([id, sentence, read]) => ({
  id: `formats.accept.${id}`,
  clause: id === 'weights' || id === 'contained' ? 'EXP-NEG-11' : 'EXP-NEG-7',
  also: ['EXP-NEG-6', 'EXP-NEG-7', 'EXP-NEG-11'],
  sentence: `\`Accept\` ${sentence}`,
  touches: ({ accept }) =>
    typeof accept === 'string' && accept !== JSON_API && accept.toLowerCase().includes(JSON_API),
  response: ({ question: { accept }, answer }) => {
    const came = answer.status === 200 ? formatIn(answer.json) : undefined;
    return came === undefined ? undefined : came === read(accept ?? JSON_API);
  },
}));

/** Credentials that are accepted although they are wrong. */
const tokens: readonly ExportReading[] = (
  [
    [
      'no-token',
      'a request without a token gets products',
      'EXP-AUTH-1',
      (token) => token === null,
    ],
    ['any-token', 'any token is accepted, also none', 'EXP-AUTH-3', () => true],
    ['any-sent-token', 'any token is accepted', 'EXP-AUTH-3', (token) => token !== null],
    [
      'any-well-formed',
      'any well-formed token is accepted',
      'EXP-AUTH-3',
      (token) => token !== null && /^[A-Za-z0-9_-]+$/.test(token),
    ],
    [
      'case',
      'the letter case of the token is ignored',
      'EXP-AUTH-3',
      (token, right) => token?.toLowerCase() === right.toLowerCase(),
    ],
    [
      'beginning',
      'the token need only begin with the right token',
      'EXP-AUTH-3',
      (token, right) => token?.startsWith(right) ?? false,
    ],
    [
      'prefix',
      'the beginning of the right token is accepted',
      'EXP-AUTH-3',
      (token, right) => token !== null && token !== '' && right.startsWith(token),
    ],
    [
      'contained',
      'a token that contains the right token is accepted',
      'EXP-AUTH-3',
      (token, right) => token?.includes(right) ?? false,
    ],
    [
      'length',
      'a token of the right length is accepted',
      'EXP-AUTH-3',
      (token, right) => token?.length === right.length,
    ],
  ] satisfies readonly (readonly [
    string,
    string,
    string,
    (token: string | null, right: string) => boolean,
  ])[]
).flatMap(([id, sentence, clause, isAccepted]) =>
  PARTS.slice(0, 7).map(
    (part): ExportReading => ({
      id: `access.${id}.${part.id}`,
      mistake: `access ${id}`,
      clause,
      sentence: `${sentence}${part.name}`,
      touches: (question) => question.token !== undefined && part.has(question),
      question: (question, known) => {
        const right = tokenOf(known);
        return question.token !== undefined &&
          right !== undefined &&
          isAccepted(question.token, right)
          ? { ...question, token: undefined }
          : question;
      },
    }),
  ),
);

/** The token of the configured destination, from the request that read the data. */
const tokenOf = ({ whole }: Known): string | undefined => {
  const [first] = whole.pages;
  const sent = first?.page.answer.request.headers?.find(
    ([name]) => name.toLowerCase() === 'x-ea-auth-token',
  );
  return sent?.[1];
};

const destinations: readonly ExportReading[] = (
  [
    [
      'missing',
      'without `X-Destination-Id` the products come all the same',
      'EXP-AUTH-6',
      (id) => id === null,
    ],
    [
      'malformed',
      'a malformed `X-Destination-Id` is accepted',
      'EXP-AUTH-7',
      (id) => id !== null && !/^\d+$/.test(id),
    ],
    ['ignored', '`X-Destination-Id` is ignored', 'EXP-AUTH-8', () => true],
  ] satisfies readonly (readonly [string, string, string, (id: string | null) => boolean])[]
).flatMap(([id, sentence, clause, isAccepted]) =>
  PARTS.filter((part) => ['everywhere', 'on-legacy', 'on-filtered'].includes(part.id)).map(
    (part): ExportReading => ({
      id: `access.destination-${id}.${part.id}`,
      mistake: `destination ${id}`,
      clause,
      sentence: `${sentence}${part.name}`,
      touches: (question) =>
        question.destinationId !== undefined &&
        ['legacy', 'filtered'].includes(routeOf(question)) &&
        part.has(question) &&
        isAccepted(question.destinationId),
      question: (question) => ({ ...question, destinationId: undefined }),
    }),
  ),
);

/** The value of the legacy filtered path is not read as it was sent. */
const paths: readonly ExportReading[] = (
  [
    ['plus', 'reads `+` as a blank', (value) => value.replaceAll('+', ' ')],
    ['lower', 'is changed to lower case', (value) => value.toLowerCase()],
    ['trimmed', 'is trimmed', (value) => value.trim()],
    ['first', 'is cut at the first comma', (value) => value.split(',')[0] ?? ''],
    ['last', 'is read from the last comma on', (value) => value.split(',').at(-1) ?? ''],
    ['two', 'is cut at the second comma', (value) => value.split(',').slice(0, 2).join(',')],
    ['cut-at-quote', 'is cut at a quote', (value) => value.split(/['"]/)[0] ?? ''],
    ['cut-at-blank', 'is cut at a blank', (value) => value.split(' ')[0] ?? ''],
  ] satisfies readonly (readonly [string, string, (value: string) => string])[]
).map(([id, sentence, change]) => ({
  id: `paths.${id}`,
  clause: 'EXP-ROUTE-3',
  sentence: `the value in the path of the legacy filtered route ${sentence}`,
  touches: ({ route }) =>
    typeof route === 'object' && !isUnknown(route) && change(route.value) !== route.value,
  question: (question) =>
    typeof question.route === 'object' && !isUnknown(question.route)
      ? { ...question, route: { ...question.route, value: change(question.route.value) } }
      : question,
}));

/** The distinct numbers, but not more than a few: each is a mistake of its own. */
const fewOf = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].filter((one) => one > 0).slice(0, 5);

export const requestReadings = (violated: readonly Exchange[]): readonly ExportReading[] => [
  ...tokens,
  ...destinations,
  ...formats,
  withoutAccept,
  ...acceptances,
  ...ignoredParameters,
  ...windows,
  ...otherLimits(fewOf(violated.flatMap(({ page }) => page?.records.length ?? []))),
  ...missedLimits(fewOf(violated.flatMap(({ question: { limit } }) => Number(limit ?? 0) || []))),
  ...totals,
  ...paths,
  ...structures,
  anyTotal,
];
