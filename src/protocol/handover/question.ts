/**
 * The properties of a handover request, and their conversion to and from an HTTP request. A
 * handover transfers all resources of one user to another.
 */

import type { Header, Request } from '../../http/request.js';
import { jsonValue, membersOf } from '../../schema/json-value.js';
import type { HandoverTarget } from '../../settings/target.js';
import { areOfClient } from '../client-headers.js';
import { hasUnreadableBody, isHostileJson } from '../hostile.js';

/** `from` gives resources away, and `to` receives them. */
export interface Users {
  readonly from: string;
  readonly to: string;
}

export interface Question {
  /** Two users, or the text of any other body. */
  readonly body: Users | string;
  /** If it is missing, no `Authorization` is sent. */
  readonly authorization?: string | undefined;
  /** Default POST. A GET has no body. */
  readonly method?: string | undefined;
  /** Default `application/json`. If it is null, no `Content-Type` is sent. */
  readonly contentType?: string | null | undefined;
  /** Default `application/json`. If it is null, no `Accept` is sent. */
  readonly accept?: string | null | undefined;
  /** The part of the URL after the base URL. Default `/handover`. */
  readonly path?: string | undefined;
  readonly headers?: readonly Header[] | undefined;
}

const JSON_TYPE = 'application/json';
export const HANDOVER_PATH = '/handover';

export function write(question: Question, target: HandoverTarget): Request {
  const {
    body,
    authorization,
    method = 'POST',
    contentType = JSON_TYPE,
    accept = JSON_TYPE,
    path = HANDOVER_PATH,
  } = question;
  const headers: Header[] = accept === null ? [] : [['Accept', accept]];
  if (contentType !== null && method !== 'GET') headers.push(['Content-Type', contentType]);
  if (authorization !== undefined) headers.push(['Authorization', authorization]);
  headers.push(...(question.headers ?? []));
  return {
    interface: 'handover',
    method,
    url: `${target.baseUrl}${path}`,
    headers,
    reveal: ['Authorization', 'Cookie'],
    ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

/** Returns undefined for any request that is not a handover, such as a listing. */
export function read(request: Request, target: HandoverTarget): Question | undefined {
  const { url, method = 'GET', headers = [], body = '' } = request;
  const path = url.startsWith(target.baseUrl) ? url.slice(target.baseUrl.length) : '';
  // Other forms of the path count, too, because a faulty server may accept them.
  if (!/^\/+handover/i.test(path)) return undefined;
  const sent = (wanted: string): string | undefined =>
    headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const contentType = sent('content-type') ?? null;
  const accept = sent('accept') ?? null;
  const others = headers.filter(([name]) => !QUESTION_FIELDS.includes(name.toLowerCase()));
  return {
    body: usersIn(body) ?? body,
    authorization: sent('authorization'),
    method: method === 'POST' ? undefined : method,
    contentType: contentType === JSON_TYPE || method === 'GET' ? undefined : contentType,
    accept: accept === JSON_TYPE ? undefined : accept,
    path: path === HANDOVER_PATH ? undefined : path,
    headers: others.length === 0 ? undefined : others,
  };
}

/** Header fields that are members of a question. */
const QUESTION_FIELDS = ['content-type', 'accept', 'authorization'];

/** Whether the body has a value on which careless servers fail, or is not what its fields say. */
export function isHostile({ body, contentType, headers = [] }: Question): boolean {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const fields = [['Content-Type', contentType ?? ''] as const, ...headers];
  return isHostileJson(text) || hasUnreadableBody(fields, text);
}

/** Returns undefined if the body is not exactly the JSON that `write` makes from two users. */
function usersIn(body: string): Users | undefined {
  const { from, to } = membersOf(jsonValue(body));
  const users = typeof from === 'string' && typeof to === 'string' ? { from, to } : undefined;
  return users !== undefined && JSON.stringify(users) === body ? users : undefined;
}

/**
 * Whether a question is a documented handover between two users, whose ids are not hostile.
 * `authorization` may have any value. Header fields that common clients add have no effect.
 */
export const isPlain = ({ body, headers = [], ...others }: Question): boolean =>
  typeof body !== 'string' &&
  !isHostile({ body }) &&
  (headers.length === 0 || areOfClient(headers)) &&
  (['method', 'contentType', 'accept', 'path'] as const).every((one) => others[one] === undefined);

export function name(question: Question): string {
  const {
    body,
    authorization,
    method = 'POST',
    contentType,
    accept,
    path = HANDOVER_PATH,
    headers = [],
  } = question;
  return [
    `${method} ${path}`,
    authorization === undefined ? 'without Authorization' : `with Authorization: ${authorization}`,
    ...(contentType === undefined ? [] : [`with Content-Type ${contentType ?? 'left out'}`]),
    ...(accept === undefined ? [] : [`with Accept ${accept ?? 'left out'}`]),
    ...headers.map(([header, value]) => `with ${header}: ${value}`),
    ...(typeof body === 'string' && method !== 'GET'
      ? [`with the body ${body.slice(0, 60) || '(empty)'}`]
      : []),
  ].join(' ');
}

export function messageIn({ json }: { readonly json: unknown }): string | undefined {
  const { message } = membersOf(json);
  return typeof message === 'string' ? message : undefined;
}
