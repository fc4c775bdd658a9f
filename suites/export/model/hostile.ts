/** Recognizes requests with values on which careless servers fail. */

import { memoizedByObject } from '../../../src/memoized.js';
import { criteriaOf, takes } from '../../../src/protocol/export/filter.js';
import { isUnknown, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import {
  isHostileInstant,
  isHostileMode,
  isHostileName,
  isHostileNumber,
  isHostilePattern,
  isHostileText,
  isHostileValue,
} from '../../../src/protocol/hostile.js';

/** A weight of `Accept` that is not a number from 0 to 1 (RFC 9110 section 12.4.2). */
const WRONG_WEIGHT = /;\s*q=(?![01](?:\.\d{0,3})?\s*(?:,|$))/i;

/** What follows `//` in a relative reference is a host (RFC 3986 section 4.2). Here it is empty. */
export const TWO_SLASHES = '//';

/** A value of `Accept` that has a separator and nothing else. */
export const NO_MEDIA_TYPE = ';';

/**
 * Whether the request contains a hostile value, so that the document leaves its response open. Only
 * requests with a hostile value have a raw query string (`search`).
 */
export const isHostile = memoizedByObject(
  (question: ProductsQuestion): boolean =>
    question.search !== undefined ||
    hasHostileParameter(question) ||
    hasHostilePath(question) ||
    hasHostileField(question),
);

function hasHostileParameter(question: ProductsQuestion): boolean {
  const { limit = '', offset = '', orderBy = '', groupBy = '', filter, extra = [] } = question;
  const criteria = criteriaOf({ filter });
  const values = criteria.flatMap(({ value }) => value ?? []).map(String);
  const numbers = [String(limit), String(offset), ...values];
  const texts = [orderBy, groupBy, ...criteria.map(({ column }) => column), ...extra.flat()];
  return (
    numbers.some(isHostileNumber) ||
    values.some(isHostileInstant) ||
    criteria.some(
      ({ operator, value }) => takes(operator, 'pattern') && isHostilePattern(String(value)),
    ) ||
    [...numbers, ...texts].some(isHostileValue) ||
    extra.some(([name, value]) => isHostileName(name) || isHostileMode(name, value))
  );
}

function hasHostilePath({ route, siteId = '', channelId = '', destinationId }: ProductsQuestion) {
  const path = typeof route === 'object' && isUnknown(route) ? route.path.split('/') : [];
  const value = typeof route === 'object' && !isUnknown(route) ? [route.column, route.value] : [];
  return (
    path.join('/') === TWO_SLASHES ||
    [...path, siteId, channelId, destinationId ?? ''].some(isHostileText) ||
    value.some(isHostileValue)
  );
}

function hasHostileField({ accept, token, destinationId, headers = [] }: ProductsQuestion) {
  const fields = [accept, token, destinationId, ...headers.map(([, text]) => text)];
  return (
    fields.some((text) => typeof text === 'string' && isHostileValue(text)) ||
    accept === NO_MEDIA_TYPE ||
    WRONG_WEIGHT.test(accept ?? '')
  );
}

/** What is wrong with a hostile value of `Accept`, in words. */
export function inAccept(accept: string): string | undefined {
  if (accept === NO_MEDIA_TYPE) return 'a separator and nothing else';
  if (WRONG_WEIGHT.test(accept))
    return `the weight \`${/;\s*(q=[^;,]{0,20})/i.exec(accept)?.[1]}\``;
  if (!isHostileValue(accept)) return undefined;
  return accept.includes(',') ? '1,000 media types' : '4,000 characters';
}
