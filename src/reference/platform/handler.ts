import { answer, JSON_TYPE, json } from '../wire/answer.js';
import type { Handler } from '../wire/server.js';
import type { PlatformBehaviour } from './behaviour.js';
import type { Collections } from './collections.js';

const PATH = /^\/platform\/v2\/([^/]+)$/;

/** Serves the platform API. `credentials` are the header fields that a request must have. */
export function platformHandler(
  behaviour: PlatformBehaviour,
  collections: Collections,
  credentials: Readonly<Record<string, string>>,
): Handler {
  return (call) => {
    if (!behaviour.isAuthorised(call, credentials))
      return behaviour.problem(401, 'Authentication is required');
    const entities = collections.get(PATH.exec(call.path)?.[1] ?? '');
    if (entities === undefined) return behaviour.problem(404, 'There is no such collection');
    if (!behaviour.methods.includes(call.method)) {
      const refusal = behaviour.problem(405, 'Cursor pagination is available on GET requests only');
      return answer(refusal.status, { ...refusal.headers, Allow: 'GET, HEAD' }, refusal.body);
    }
    const query = behaviour.readQuery(call);
    if (query === undefined)
      return behaviour.problem(400, 'limit, cursor and previous are non-negative integers');
    const window = behaviour.window(entities, query);
    const body = behaviour.body(window.page, behaviour.cursor(window, query, behaviour), query);
    return json(200, body, { 'Content-Type': JSON_TYPE });
  };
}
