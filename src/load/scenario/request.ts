/** Builds the requests of a scenario from their data. */

import type { Request } from '../../http/index.js';
import * as protocol from '../../protocol/templates/token-request.js';
import { message } from '../engine/message.js';
import type { Row } from '../profile/feeders.js';
import { fill } from '../profile/placeholders.js';
import { failedCheck } from './checks.js';
import type { RequestSpec, TokenSpec } from './data.js';
import { wrongBody } from './expected.js';
import type { LoadRequest } from './step.js';

/** Methods that only read (RFC 9110 section 9.2.1). */
export const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** A line break in a filled value would end the header field. */
const oneLine = (text: string): string => text.replace(/[\r\n\0]+/g, ' ');

/** Fills the placeholders of a body. Each value is encoded as the content type requires. */
export function fillBody(
  body: string,
  headers: Readonly<Record<string, string>>,
  row: Row,
): string {
  const [, type = ''] =
    Object.entries(headers).find(([name]) => /^content-type$/i.test(name)) ?? [];
  if (/json/i.test(type)) return fill(body, row, (value) => JSON.stringify(value).slice(1, -1));
  return /x-www-form-urlencoded/i.test(type)
    ? fill(body, row, encodeURIComponent)
    : fill(body, row);
}

/** A request as the engine sends it. */
export function requestOf(spec: RequestSpec, row: Row = {}, token?: string): LoadRequest {
  const { title, method = 'GET', headers, body, expects = 200, expected, tags } = spec;
  const { interface: of } = spec;
  const verify = verifierOf(spec);
  const url = new URL(fill(spec.url, row, encodeURIComponent));
  const filled = Object.entries(headers).map(
    ([name, value]) => [name, oneLine(fill(value, row))] as const,
  );
  return {
    origin: url.origin,
    title,
    message: message({
      method,
      url,
      headers: {
        ...Object.fromEntries(filled),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: fillBody(body, headers, row) }),
    }),
    expects,
    repeatable: SAFE_METHODS.includes(method) || expected?.kind === 'token',
    reads: false,
    ...(verify === undefined ? {} : { verify }),
    ...(tags === undefined ? {} : { tags }),
    ...(of === undefined ? {} : { interface: of }),
  };
}

/**
 * The test of a response. The result is undefined if any response with the expected status is
 * accepted.
 */
function verifierOf({ expected, checks = {} }: RequestSpec): LoadRequest['verify'] {
  const hasChecks = Object.keys(checks).length > 0;
  if (expected === undefined && !hasChecks) return undefined;
  return ({ body }) =>
    (expected && wrongBody(body, expected)) ?? (hasChecks ? failedCheck(body, checks) : undefined);
}

/** Converts a request of the conformance suites to the data of a scenario. */
export function specOf(title: string, request: Request): RequestSpec {
  const { interface: of, method, url, headers = [], body } = request;
  return {
    title,
    interface: of,
    url,
    headers: Object.fromEntries(headers),
    ...(method === undefined ? {} : { method }),
    ...(body === undefined ? {} : { body }),
  };
}

/** A token request. The form in its body contains the credentials. */
export function tokenRequestOf({
  url: address,
  client,
  headers: added = {},
}: TokenSpec): RequestSpec {
  const question = { ask: 'token', client: 'first', way: 'form', address } as const;
  const request = protocol.write(question, { client });
  const spec = specOf('POST token', request);
  return {
    ...spec,
    headers: { ...added, ...spec.headers },
    expected: { kind: 'token', client: client.id },
  };
}
