/** Exports the OpenAPI document to other folders. */

export { openApiDocument } from './document.js';
export type { OpenApi, Operation } from './openapi.js';
