/**
 * What distinguishes a request from others, in words. Features show what wrong responses have in
 * common.
 */

import { type Criterion, type Scalar, takes } from '../../../src/protocol/export/filter.js';
import {
  isUnknown,
  JSON_API,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import { CLASSES } from './classes.js';

const memoized = new WeakMap<ProductsQuestion, readonly string[]>();

export function featuresOf(question: ProductsQuestion): readonly string[] {
  const found = memoized.get(question) ?? [...ofFilter(question), ...ofOthers(question)];
  memoized.set(question, found);
  return found;
}

function ofFilter({ filter }: ProductsQuestion): readonly string[] {
  const groups = filter?.groups ?? [];
  const criteria = groups.flatMap((group) => group.criteria);
  const features = new Set(criteria.flatMap(ofCriterion));
  if (groups.length > 0) features.add('a filter');
  if (groups.length > 1) features.add('several groups of criteria');
  if (groups.length > 2) features.add('three or more groups of criteria');
  if (groups.some((group) => group.criteria.length > 1))
    features.add('several criteria in a group');
  if (groups.some(({ mode }) => mode === 'OR')) features.add('a group of mode OR');
  if (filter?.mode === 'OR') features.add('the mode OR between groups');
  return [...features];
}

function ofCriterion(criterion: Criterion): readonly string[] {
  const { column, operator } = criterion;
  const texts = valuesOf(criterion).filter((value) => typeof value === 'string');
  const classes = Object.entries(CLASSES).filter(([, shape]) =>
    texts.some((one) => shape.test(one)),
  );
  const isPattern = takes(operator, 'pattern');
  return [
    `a criterion with \`${operator}\``,
    `a criterion on ${column}`,
    ...(isPattern ? ['a pattern'] : []),
    ...(typeof criterion.value !== 'object' && ['', '0'].includes(String(criterion.value))
      ? ['a single value that is 0 or empty']
      : []),
    // Columns of whole numbers often have 32 bits.
    ...(valuesOf(criterion).some(isBeyond) ? [`a number beyond 2^31 for ${column}`] : []),
    // Some databases refuse decimals in a column of whole numbers.
    ...(texts.some((text) => /^-?\d+\.\d+$/.test(text)) ? [`decimals for ${column}`] : []),
    ...classes.flatMap(([name]) => [
      `a value with ${name}`,
      `a value of \`${operator}\` with ${name}`,
      ...(isPattern ? [`a pattern with ${name}`] : []),
    ]),
  ];
}

const isBeyond = (value: Scalar): boolean =>
  Number.isFinite(Number(value)) && Math.abs(Number(value)) >= 2 ** 31;

const valuesOf = ({ value }: Criterion): readonly Scalar[] => {
  if (value === null) return [];
  return typeof value === 'object' ? value : [value];
};

const ofPath = (value: string): readonly string[] => [
  ...Object.entries(CLASSES).flatMap(([name, shape]) =>
    shape.test(value) ? [`a value of the path with ${name}`] : [],
  ),
  ...(value.includes(',') ? ['several values in the path'] : []),
  ...(/^-?\d[\d.]*(?:,-?\d[\d.]*)+$/.test(value) ? ['several numbers in the path'] : []),
];

function ofOthers(question: ProductsQuestion): readonly string[] {
  const { limit, offset, orderBy, groupBy, route = 'v2', accept = JSON_API } = question;
  const { headers = [] } = question;
  const isFiltered = typeof route === 'object' && !isUnknown(route);
  return [
    ...(limit === undefined ? [] : ['`limit`']),
    ...(offset === undefined ? [] : ['`offset`']),
    ...(orderBy === undefined ? [] : ['`orderBy`', `an order by ${orderBy}`]),
    ...(groupBy === undefined ? [] : ['`groupBy`']),
    ...(route === 'legacy' ? ['the legacy route'] : []),
    ...(isFiltered ? ['the legacy filtered route', ...ofPath(route.value)] : []),
    ...(accept === JSON_API ? [] : ['the plain format']),
    ...(accept === null ? ['no `Accept`'] : []),
    ...headers.map(([name]) => (name === 'Accept' ? 'a second line of `Accept`' : `\`${name}\``)),
    ...ofMistakes(question),
  ];
}

/** What may be wrong in a request. Except for `route`, its members are undefined if right. */
function ofMistakes({
  route,
  token,
  destination,
  destinationId,
  siteId,
  channelId,
  method,
  extra,
}: ProductsQuestion): readonly string[] {
  const features: readonly (readonly [name: string, applies: boolean])[] = [
    ['an unknown path', typeof route === 'object' && isUnknown(route)],
    ['no token', token === null],
    ['another token', typeof token === 'string'],
    ['another destination', destination !== undefined],
    ['no `X-Destination-Id`', destinationId === null],
    ['another `X-Destination-Id`', typeof destinationId === 'string'],
    ['another site', siteId !== undefined],
    ['another channel', channelId !== undefined],
    [`the method ${method}`, method !== undefined],
    ['an unknown parameter', extra !== undefined],
  ];
  return features.flatMap(([name, applies]) => (applies ? [name] : []));
}
