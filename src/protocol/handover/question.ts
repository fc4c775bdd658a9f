import type { Header, Request } from '../../http/request.js';
import { jsonValue } from '../../schema/json-value.js';
import type { HandoverTarget } from '../../settings/target.js';

/** Who gives up resources, and who receives them. */
export interface Users {
  readonly from: string;
  readonly to: string;
}

/** A request to hand over. */
export interface Question {
  /** Two users, or the text of another body. */
  readonly body: Users | string;
  /** The value of the header; undefined where there is none. */
  readonly authorization?: string | undefined;
  /** Default POST; a GET has no body. */
  readonly method?: string | undefined;
  /** Default `application/json`; null leaves the header out. */
  readonly contentType?: string | null | undefined;
  readonly accept?: string | null | undefined;
}

const JSON_TYPE = 'application/json';
const urlOf = ({ baseUrl }: HandoverTarget): string => `${baseUrl}/handover`;

export function write(question: Question, target: HandoverTarget): Request {
  const { body, authorization, method = 'POST', contentType = JSON_TYPE, accept = JSON_TYPE } = question;
  const headers: Header[] = accept === null ? [] : [['Accept', accept]];
  if (contentType !== null && method !== 'GET') headers.push(['Content-Type', contentType]);
  if (authorization !== undefined) headers.push(['Authorization', authorization]);
  return {
    interface: 'handover',
    method,
    url: urlOf(target),
    headers,
    reveal: ['Authorization'],
    ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

/** The question of a request to hand over; undefined for any other, such as a listing. */
export function read(request: Request, target: HandoverTarget): Question | undefined {
  const { url, method = 'GET', headers = [], body = '' } = request;
  if (url !== urlOf(target)) return undefined;
  const sent = (wanted: string): string | undefined => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const [contentType, accept] = [sent('content-type') ?? null, sent('accept') ?? null];
  const authorization = sent('authorization');
  return {
    body: usersIn(body) ?? body,
    ...(authorization === undefined ? {} : { authorization }),
    ...(method === 'POST' ? {} : { method }),
    ...(contentType === JSON_TYPE || method === 'GET' ? {} : { contentType }),
    ...(accept === JSON_TYPE ? {} : { accept }),
  };
}

/** Two users, where a body says nothing else, written as it is sent. */
function usersIn(body: string): Users | undefined {
  const { from, to } = Object(jsonValue(body)) as Readonly<Record<string, unknown>>;
  const users = typeof from === 'string' && typeof to === 'string' ? { from, to } : undefined;
  return users !== undefined && JSON.stringify(users) === body ? users : undefined;
}

/** Whether nothing is asked for but a handover between two users, as the document writes it. */
export const isPlain = ({ body, method, contentType, accept }: Question): boolean =>
  typeof body !== 'string' && method === undefined && contentType === undefined && accept === undefined;

/** A question in words; tokens in it are shown under their names. */
export function name({ body, authorization, method = 'POST', contentType, accept }: Question): string {
  return [
    `${method} /handover`,
    authorization === undefined ? 'without Authorization' : `with Authorization: ${authorization}`,
    ...(contentType === undefined ? [] : [`with Content-Type ${contentType ?? 'left out'}`]),
    ...(accept === undefined ? [] : [`with Accept ${accept ?? 'left out'}`]),
    ...(typeof body === 'string' && method !== 'GET' ? [`with the body ${body.slice(0, 60) || '(empty)'}`] : []),
  ].join(' ');
}

/** The message of an answer; undefined where there is none. */
export function messageIn({ json }: { readonly json: unknown }): string | undefined {
  const { message } = Object(json) as { readonly message?: unknown };
  return typeof message === 'string' ? message : undefined;
}
