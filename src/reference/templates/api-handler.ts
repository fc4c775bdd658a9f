import { json } from '../wire/answer.js';
import type { Handler } from '../wire/server.js';
import type { TemplatesBehaviour } from './behaviour.js';
import type { TokenWorld } from './world.js';

/**
 * Serves the template API. Authorization is checked first, so that unauthorized clients do not
 * learn which paths exist.
 */
export function templatesHandler(behaviour: TemplatesBehaviour, world: TokenWorld): Handler {
  return async (call) => {
    const token = behaviour.tokenOf(call);
    const payload = token === undefined ? undefined : await behaviour.verify(token, world, call);
    if (payload === undefined) return behaviour.refuse(token !== undefined);
    if (call.path !== '/V1/export-templates') return json(404, { error: 'Not found' });
    if (call.method !== 'GET' && call.method !== 'HEAD') {
      return json(405, { error: 'Method not allowed' }, { Allow: 'GET, HEAD' });
    }
    return json(200, behaviour.collection(behaviour.templatesOf(payload, world)), {
      'Cache-Control': 'private',
    });
  };
}
