export { type FlowData, type PageSpec, requestsPerStart, type TokenSpec, urlsOf } from './data.js';
export { type Ask, Unfit } from './need.js';
export type { Heard, LoadRequest, Step, Visit } from './step.js';
export { type Permissions, survey } from './survey.js';
export { visitsOf } from './visits.js';
