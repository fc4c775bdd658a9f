import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import qs from 'qs';
import type { OpenApi, Operation } from '../../src/openapi/index.js';

/**
 * One question, in the words of the document: where a parameter belongs is the document's business.
 */
export interface Question {
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** By the name of the security scheme. */
  readonly credentials?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
  /** Fields that the document does not know. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Reply {
  readonly status: number;
  /** As JSON where the media type is one. */
  readonly body: unknown;
  /** The documented response that it is held against; undefined where there is none. */
  readonly documented: string | undefined;
  /** Where question or answer departs from the document. */
  readonly mismatches: readonly string[];
}

export interface Peer {
  /** Every documented answer: operation, status, media type. */
  readonly answers: readonly string[];
  readonly ask: (operationId: string, question: Question) => Promise<Reply>;
}

/**
 * A client that is made from the OpenAPI document alone. Throws where the document is not
 * valid.
 */
export async function openPeer(document: unknown): Promise<Peer> {
  const reader = new Validator();
  const { valid, errors } = await reader.validate(document as Record<string, unknown>);
  if (!valid) throw new Error(JSON.stringify(errors, null, 2));
  const { paths, components } = reader.resolveRefs() as unknown as OpenApi;
  const operations = new Map<string, Place>();
  for (const [path, { servers, ...methods }] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods))
      operations.set(operation.operationId, {
        method,
        operation,
        url: `${addressOf(servers)}${path}`,
      });
  }
  return {
    answers: [...operations.values()].flatMap(({ operation }) => answersOf(operation)),
    async ask(operationId, question) {
      const place = operations.get(operationId);
      if (place === undefined) throw new Error(`no operation ${operationId}`);
      const { operation } = place;
      const wrong = mistakes(operation, question);
      const response = await fetch(
        ...requestOf(place, question, components.securitySchemes as Schemes),
      );
      const mediaType = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
      const body: unknown = mediaType.endsWith('json')
        ? await response.json()
        : await response.text();
      const found = [
        String(response.status),
        `${Math.floor(response.status / 100)}XX`,
        'default',
      ].find((status) => status in operation.responses);
      return {
        status: response.status,
        body,
        documented: found && [operationId, found, mediaType].join(' '),
        mismatches: [...wrong, ...departures(operation, found, mediaType, body)],
      };
    },
  };
}

interface Place {
  readonly method: string;
  readonly url: string;
  readonly operation: Operation;
}

type Schemes = Readonly<
  Record<string, { readonly type: string; readonly scheme?: string; readonly name?: string }>
>;

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
formats.default(ajv);

const problems = (schema: object, value: unknown, what: string): readonly string[] =>
  ajv.validate(schema, value) ? [] : [ajv.errorsText(ajv.errors, { dataVar: what })];

const addressOf = (servers: OpenApi['paths'][string]['servers']): string =>
  servers[0]?.url.replace(
    /\{(\w+)\}/g,
    (_, name: string) => servers[0]?.variables[name]?.default ?? '',
  ) ?? '';

/** A response without content answers for every media type. */
const answersOf = ({ operationId, responses }: Operation): readonly string[] =>
  Object.entries(responses).flatMap(([status, { content = { '*': undefined } }]) =>
    Object.keys(content).map((mediaType) => [operationId, status, mediaType].join(' ')),
  );

function departures(
  { responses }: Operation,
  found: string | undefined,
  mediaType: string,
  body: unknown,
): readonly string[] {
  if (found === undefined) return ['a status that is not documented'];
  const { content } = responses[found] ?? {};
  if (content === undefined) return [];
  const schema = content[mediaType]?.schema;
  if (schema === undefined) return [`media type "${mediaType}" is not documented`];
  return problems(schema, body, 'body');
}

/** What is wrong with the question itself, except what is left out on purpose. */
const mistakes = (operation: Operation, { parameters = {}, body }: Question): readonly string[] => [
  ...(operation.parameters ?? []).flatMap(({ name, schema }) =>
    name in parameters ? problems(schema, parameters[name], name) : [],
  ),
  ...Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
    problems(schema, body, 'request'),
  ),
];

/** The header field of a credential, by its security scheme. */
function credentialField(
  { type, scheme, name: field = 'Authorization' }: Schemes[string] = { type: 'none' },
  value: string,
): readonly [name: string, value: string] {
  if (type === 'apiKey') return [field, value];
  return [field, scheme === 'basic' ? `Basic ${btoa(value)}` : `Bearer ${value}`];
}

function requestOf(
  { method, url, operation }: Place,
  { parameters = {}, credentials = {}, body, headers = {} }: Question,
  schemes: Schemes,
): readonly [string, RequestInit] {
  const fields = new Headers(headers);
  const query: Record<string, unknown> = {};
  let address = url;
  for (const { name, in: place } of operation.parameters ?? []) {
    if (!(name in parameters)) continue;
    if (place === 'path')
      address = address.replace(`{${name}}`, encodeURIComponent(String(parameters[name])));
    else if (place === 'header') fields.set(name, String(parameters[name]));
    else query[name] = parameters[name];
  }
  for (const [name, value] of Object.entries(credentials)) {
    if (!operation.security?.some((needed) => name in needed))
      throw new Error(`${name} is not for this operation`);
    const [field, text] = credentialField(schemes[name], value);
    fields.set(field, text);
  }
  const full = `${address}${qs.stringify(query, { addQueryPrefix: true })}`;
  const init = { method: method.toUpperCase(), headers: fields };
  const [mediaType] = Object.keys(operation.requestBody?.content ?? {});
  if (mediaType === undefined) return [full, init];
  fields.set('Content-Type', mediaType);
  return [full, { ...init, body: written(body, mediaType) }];
}

const written = (body: Question['body'], mediaType: string): string =>
  mediaType.endsWith('json') ? JSON.stringify(body) : new URLSearchParams(body).toString();
