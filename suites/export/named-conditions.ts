import { JSON_API, nameRoute, type ProductsQuestion } from '../../src/protocol/export/question.js';

/** Describes the conditions of a question, such as `groupBy with mode, on the legacy route`. */
export function nameConditions(question: ProductsQuestion): string {
  const {
    route = 'v2',
    accept = JSON_API,
    token,
    destinationId,
    destination,
    limit,
    offset,
    filter,
  } = question;
  const groups = filter?.groups ?? [];
  const most = Math.max(0, ...groups.map(({ criteria }) => criteria.length));
  const among = groups.length === 1 ? 'a group of' : `${groups.length} groups of up to`;
  const named: readonly (readonly [unknown, string])[] = [
    [token, token === null ? 'no token' : 'another token'],
    [
      destinationId,
      destinationId === null ? 'no X-Destination-Id' : `X-Destination-Id ${destinationId}`,
    ],
    [destination, `destination ${destination?.id}`],
    [question.groupBy, 'groupBy'],
    [question.orderBy, 'orderBy'],
    [limit, `limit ${limit}`],
    [offset, `offset ${offset}`],
    [filter?.mode, `mode ${filter?.mode}`],
    [groups[0], `${among} ${most} ${most === 1 ? 'criterion' : 'criteria'}`],
  ];
  const parts = named.flatMap(([condition, words]) => (condition === undefined ? [] : [words]));
  const conditions = parts.length === 0 ? 'the plain list' : parts.join(' with ');
  return `${conditions}${nameAccept(accept)}, on ${nameRoute(route)}`;
}

function nameAccept(accept: string | null): string {
  if (accept === JSON_API) return '';
  return accept === null ? ', without Accept' : `, Accept ${accept}`;
}
