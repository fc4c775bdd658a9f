/**
 * The requests of the template suite: token requests, calls of the template API, and requests for
 * public documents. `write` converts them to HTTP requests, and `read` converts them back.
 */

import type { Header, Request } from '../../http/request.js';
import { shortened } from '../../in-words.js';
import { jsonValue, membersOf } from '../../schema/json-value.js';
import type { TemplatesTarget } from '../../settings/target.js';
import { areOfClient } from '../client-headers.js';
import { hasUnreadableBody, isHostileBasic, isHostileQuery } from '../hostile.js';
import * as token from './token-request.js';

/** A call of the template API. A missing member has the value that a correct client sends. */
export interface CallQuestion {
  readonly ask: 'templates';
  /** By default the header is not sent. */
  readonly authorization?: string | undefined;
  /** The path after the base URL. Default: the path of the template collection. */
  readonly path?: string | undefined;
  /** Default: `application/json`. If null, the header is not sent. */
  readonly accept?: string | null | undefined;
  readonly headers?: readonly Header[] | undefined;
}

type DocumentQuestion =
  | { readonly ask: 'discovery' }
  | { readonly ask: 'keys'; readonly address: string };

/** A token request with a body, or Basic credentials, that no correct client sends. */
export interface HostileTokenQuestion {
  readonly ask: 'hostile token';
  readonly form: string;
  /** By default the header is not sent. */
  readonly authorization?: string | undefined;
  /** Default: the media type of a form. */
  readonly contentType?: string | undefined;
  readonly headers?: readonly Header[] | undefined;
}

export type Question = token.TokenQuestion | CallQuestion | DocumentQuestion | HostileTokenQuestion;

export const TEMPLATES_PATH = '/V1/export-templates';
/** Without `boundary`, which a multipart body needs (RFC 2046, section 5.1). */
export const WITHOUT_BOUNDARY = 'multipart/form-data';
export const MULTIPART = 'multipart/form-data; boundary=assay';
export const JSON_TYPE = 'application/json';
export const DISCOVERY_PATH = `${token.REALM_PATH}/.well-known/openid-configuration`;
const discoveryUrlOf = ({ authUrl = '' }: TemplatesTarget): string => `${authUrl}${DISCOVERY_PATH}`;

export function write(question: Question, target: TemplatesTarget): Request {
  switch (question.ask) {
    case 'token':
      return token.write(question, target);
    case 'hostile token':
      return {
        interface: 'templates',
        lane: 'token',
        method: 'POST',
        url: token.tokenUrlOf(target),
        headers: [
          ['Accept', JSON_TYPE],
          ['Content-Type', question.contentType ?? token.FORM],
          ...(question.headers ?? []),
          ...(question.authorization === undefined
            ? []
            : [['Authorization', question.authorization] as const]),
        ],
        body: question.form,
        reveal: ['Authorization'],
      };
    case 'templates': {
      const { authorization, path = TEMPLATES_PATH, accept = JSON_TYPE, headers = [] } = question;
      return {
        interface: 'templates',
        url: `${target.baseUrl}${path}`,
        headers: [
          ...(accept === null ? [] : [['Accept', accept] as const]),
          ...headers,
          ...(authorization === undefined ? [] : [['Authorization', authorization] as const]),
        ],
      };
    }
    default:
      return {
        interface: 'templates',
        lane: 'token',
        url: question.ask === 'keys' ? question.address : discoveryUrlOf(target),
        headers: [['Accept', JSON_TYPE]],
      };
  }
}

/** Returns undefined for a request of another kind, such as a revocation. */
export function read(request: Request, target: TemplatesTarget): Question | undefined {
  const hostile = readHostile(request, target);
  if (hostile !== undefined) return hostile;
  const tokenQuestion = token.read(request, target);
  if (tokenQuestion !== undefined) return tokenQuestion;
  const { url, method = 'GET', lane, headers = [] } = request;
  if (method !== 'GET') return undefined;
  if (url === discoveryUrlOf(target)) return { ask: 'discovery' };
  if (lane === 'token') return { ask: 'keys', address: url };
  if (target.baseUrl === undefined || !url.startsWith(`${target.baseUrl}/`)) return undefined;
  const path = url.slice(target.baseUrl.length);
  const sent = (wanted: string): string | undefined =>
    headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const accept = sent('accept') ?? null;
  const others = headers.filter(
    ([name]) => !['accept', 'authorization'].includes(name.toLowerCase()),
  );
  return {
    ask: 'templates',
    path: path === TEMPLATES_PATH ? undefined : path,
    accept: accept === JSON_TYPE ? undefined : accept,
    authorization: sent('authorization'),
    headers: others.length === 0 ? undefined : others,
  };
}

function readHostile(
  { url, method, body = '', headers = [] }: Request,
  target: TemplatesTarget,
): HostileTokenQuestion | undefined {
  if (url !== token.tokenUrlOf(target) || method !== 'POST') return undefined;
  const fieldOf = (wanted: string): string | undefined =>
    headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const authorization = fieldOf('authorization');
  const contentType = fieldOf('content-type');
  const isUnreadable =
    contentType === WITHOUT_BOUNDARY ||
    contentType === MULTIPART ||
    // In recorded traffic, JSON with an id may be the usual token request of another client.
    (contentType === JSON_TYPE && typeof membersOf(jsonValue(body)).client_id !== 'string') ||
    hasUnreadableBody(headers, body);
  if (!isUnreadable && !isHostileQuery(body) && !isHostileBasic(authorization ?? ''))
    return undefined;
  const others = headers.filter(
    ([name]) => !['accept', 'authorization', 'content-type'].includes(name.toLowerCase()),
  );
  return {
    ask: 'hostile token',
    form: body,
    authorization,
    contentType: contentType === token.FORM ? undefined : contentType,
    headers: others.length === 0 ? undefined : others,
  };
}

/** Whether a call is the documented request for the collection, with any authorization. */
export const isDocumentedCall = ({ path, accept, headers = [] }: CallQuestion): boolean =>
  path === undefined && accept === undefined && (headers.length === 0 || areOfClient(headers));

export function name(question: Question): string {
  if (question.ask === 'token') return token.name(question);
  if (question.ask === 'hostile token') {
    const { form, authorization, contentType, headers = [] } = question;
    const basic = authorization === undefined ? '' : ` and ${shortened(authorization)}`;
    const type = contentType === undefined ? '' : ` as ${contentType}`;
    const fields = headers.map(([header, value]) => ` with ${header}: ${value}`).join('');
    return `a token request with the form ${shortened(form)}${type}${fields}${basic}`;
  }
  if (question.ask === 'discovery') return 'the discovery document';
  if (question.ask === 'keys') return `the keys at ${question.address}`;
  const { authorization, path = TEMPLATES_PATH, accept, headers = [] } = question;
  return [
    `GET ${path}`,
    authorization === undefined ? 'without Authorization' : `with Authorization: ${authorization}`,
    ...(accept === undefined
      ? []
      : [accept === null ? 'without Accept' : `with Accept: ${accept}`]),
    ...headers.map(([header, value]) => `with ${header}: ${value}`),
  ].join(' ');
}
