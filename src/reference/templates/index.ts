/** The authentication server and the template API of the reference server. */

export { templatesHandler } from './api-handler.js';
export {
  type TemplatesBehaviour,
  type TokenBehaviour,
  templatesBehaviour,
  tokenBehaviour,
} from './behaviour.js';
export { CLIENTS, type Client, TEMPLATES, type Template } from './clients.js';
export { readClaims, tokenHandler } from './token-handler.js';
export { JWKS_PATH, REALM, TOKEN_PATH, type TokenWorld } from './world.js';
