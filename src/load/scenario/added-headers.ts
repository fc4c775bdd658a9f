import { addedHeadersAt } from '../../settings/added-headers.js';
import type { Fields, Target } from '../../settings/index.js';
import type { FlowData, RequestSpec } from './data.js';

/** Adds header fields from the target file to the requests of a flow. */
export function withAddedHeaders(data: FlowData, target: Target): FlowData {
  if (data.kind === 'walk') {
    const { address } = data;
    const headers = mergeFields(address.headers, addedHeadersAt(target, address.baseUrl));
    return { ...data, address: { ...address, headers } };
  }
  // Both kinds have a branch of their own, because TypeScript cannot infer the type of both at
  // once.
  if (data.kind === 'steps')
    return { ...data, requests: data.requests.map((request) => withAdded(request, target)) };
  return { ...data, requests: data.requests.map((request) => withAdded(request, target)) };
}

function withAdded<T extends RequestSpec>(request: T, target: Target): T {
  const { token } = request;
  return {
    ...request,
    headers: mergeFields(request.headers, addedHeadersAt(target, request.url)),
    ...(token === undefined
      ? {}
      : { token: { ...token, headers: addedHeadersAt(target, token.url) } }),
  };
}

/** A field of the request takes precedence over an added field. */
function mergeFields(own: Fields, more: Fields): Fields {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const rest = Object.entries(more).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...own, ...Object.fromEntries(rest) };
}
