/** The scenarios of a load run: their survey, their requests and their visits. */

export { withAddedHeaders } from './added-headers.js';
export {
  type FlowData,
  originsOf,
  type RequestSpec,
  requestsPerStart,
  type StepSpec,
  type TokenSpec,
} from './data.js';
export { NotApplicable } from './need.js';
export type { LoadRequest, Step, StepResult, Visit } from './step.js';
export { type Permissions, type Surveyed, survey } from './survey.js';
export { surveyRequest, surveySteps } from './survey-request.js';
export { tokenUrlOf } from './survey-templates.js';
export { visitsOf } from './visits.js';
