/** The OpenAPI document for other folders. */

export { openApiDocument } from './document.js';
export type { OpenApi, Operation } from './openapi.js';
