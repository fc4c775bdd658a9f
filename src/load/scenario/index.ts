export { withAddedHeaders } from './added-headers.js';
export {
  type FlowData,
  originsOf,
  type RequestSpec,
  requestsPerStart,
  type TokenSpec,
} from './data.js';
export { NotApplicable } from './need.js';
export type { Heard, LoadRequest, Step, Visit } from './step.js';
export { type Permissions, type Surveyed, survey } from './survey.js';
export { tokenUrlOf } from './survey-templates.js';
export { visitsOf } from './visits.js';
