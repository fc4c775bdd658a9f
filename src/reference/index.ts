/**
 * The reference server: a conforming implementation of all four interfaces. It shares no code with
 * the suites.
 */

export { datasetLines } from './data.js';
export { defaultRecords, products } from './dataset/index.js';
export { DEFECTS, type Defect } from './defects/index.js';
export {
  arbitraryServer,
  CHOICES_OF,
  mayBeCombined,
  optionsFromDescription,
  type ServerDescription,
} from './honest/index.js';
export type { ReferenceOptions } from './options.js';
export { openReference, type Reference, startReference } from './reference.js';
export { VARIANTS } from './variants/index.js';
export type { CallInProcess } from './wire/in-process.js';
export { pausesOf } from './wire/pace.js';
