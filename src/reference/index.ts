export type { Behaviour, Change } from './behaviour.js';
export { datasetLines } from './data.js';
export { DEFECTS, type Defect, defect } from './defects/index.js';
export { DEFAULT_DIALECT, type Dialect } from './dialect.js';
export type { ReferenceOptions } from './options.js';
export { type Reference, startReference } from './reference.js';
export type { ProductRecord } from './table/column.js';
export type { BaseUrls } from './target.js';
export type { Mount } from './wire/call.js';
