export { type FlowData, requestsPerStart, type TokenSpec, urlsOf } from './data.js';
export { Unfit } from './need.js';
export { requestOf } from './own-request.js';
export type { Heard, LoadRequest, Step, Visit } from './step.js';
export { type Permissions, type Surveyed, survey } from './survey.js';
export { tokenUrlOf } from './survey-templates.js';
export { visitsOf } from './visits.js';
