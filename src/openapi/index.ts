/** Exports the OpenAPI document. */

export { openApiDocument } from './document.js';
export type { OpenApi, Operation } from './openapi.js';
