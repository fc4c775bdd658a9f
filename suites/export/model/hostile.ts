/** Recognizes requests with values on which careless servers fail. */

import { isUnknown, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { isHostileText } from '../../../src/protocol/hostile.js';

/** A longer value of a header field is hostile. */
const LONG = 4000;

/** A weight of `Accept` that is not a number from 0 to 1 (RFC 9110 section 12.4.2). */
const WRONG_WEIGHT = /;\s*q=(?![01](?:\.\d{0,3})?\s*(?:,|$))/i;

/** Whether the document leaves open how a server responds, because of such a value. */
export function isHostile(question: ProductsQuestion): boolean {
  const { search, route, siteId = '', channelId = '', accept, token, headers = [] } = question;
  if (search !== undefined) return true;
  const path = typeof route === 'object' && isUnknown(route) ? route.path.split('/') : [];
  const value = typeof route === 'object' && !isUnknown(route) ? [route.column, route.value] : [];
  const id = question.destinationId ?? '';
  const fields = [accept ?? '', token ?? '', id, ...headers.map(([, text]) => text)];
  return (
    [...path, siteId, channelId, id].some(isHostileText) ||
    value.some((text) => text.includes('\0') || text.length >= LONG) ||
    fields.some((text) => text.length >= LONG) ||
    WRONG_WEIGHT.test(accept ?? '')
  );
}
