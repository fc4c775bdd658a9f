import { byId } from '../by-id.js';
import { CHALLENGES } from './challenges.js';
import { CLIENT_FIELDS } from './client-fields.js';
import type { Defect } from './defect.js';
import { EXPORT_ALGEBRA } from './export/algebra.js';
import { EXPORT_ARRANGE } from './export/arrange.js';
import { EXPORT_AUTH } from './export/auth.js';
import { EXPORT_BODIES } from './export/bodies.js';
import { EXPORT_BOOLEANS } from './export/booleans.js';
import { EXPORT_CACHES } from './export/caches.js';
import { EXPORT_CLIENT_HEADERS } from './export/client-headers.js';
import { EXPORT_DATES } from './export/dates.js';
import { EXPORT_DESTINATION } from './export/destination.js';
import { EXPORT_ERRORS } from './export/errors.js';
import { EXPORT_HOSTILE_VALUES } from './export/hostile-values.js';
import { EXPORT_INTERACTIONS } from './export/interactions.js';
import { EXPORT_JOINS } from './export/joins.js';
import { EXPORT_KEPT_STATE } from './export/kept-state.js';
import { EXPORT_LEGACY } from './export/legacy.js';
import { EXPORT_LIKE } from './export/like.js';
import { EXPORT_LIST_SHAPE } from './export/list-shape.js';
import { EXPORT_LISTS } from './export/lists.js';
import { EXPORT_LITERALS } from './export/literals.js';
import { EXPORT_LONG_NUMBERS } from './export/long-numbers.js';
import { EXPORT_MISSING } from './export/missing.js';
import { EXPORT_MODES } from './export/modes.js';
import { EXPORT_NEGOTIATION } from './export/negotiation.js';
import { EXPORT_OPERATORS } from './export/operators.js';
import { EXPORT_PAGES_OF_OTHERS } from './export/pages-of-others.js';
import { EXPORT_RANGES } from './export/ranges.js';
import { EXPORT_ROUTES } from './export/routes.js';
import { EXPORT_SHAPES } from './export/shapes.js';
import { EXPORT_SHARED } from './export/shared.js';
import { EXPORT_TOKEN_PLACE } from './export/token-place.js';
import { EXPORT_WRONG_TOKEN } from './export/wrong-token.js';
import { HANDOVER } from './handover/handover.js';
import { HANDOVER_SHAPES } from './handover/shapes.js';
import { HOSTILE_VALUES } from './hostile-values.js';
import { PLATFORM_CLIENT_HEADERS } from './platform/client-headers.js';
import { PLATFORM_INTERACTIONS } from './platform/interactions.js';
import { PLATFORM } from './platform/pages.js';
import { PLATFORM_WALK } from './platform/walk.js';
import { TEMPLATES_API } from './templates/calls.js';
import { TEMPLATE_INTERACTIONS } from './templates/interactions.js';
import { TEMPLATE_SHAPES, TOKEN_SHAPES } from './templates/shapes.js';
import { TEMPLATE_TOKENS } from './templates/tokens.js';
import { TOKEN_ERRORS } from './tokens/errors.js';
import { TOKEN_INTERACTIONS } from './tokens/interactions.js';
import { TOKENS } from './tokens/responses.js';
import { TOKEN_SERVER } from './tokens/server.js';

export type { Defect } from './defect.js';

/**
 * All defects of the reference server. Each is visible in responses, and a check should catch it.
 */
export const DEFECTS: readonly Defect[] = [
  ...EXPORT_MISSING,
  ...EXPORT_SHARED,
  ...EXPORT_ROUTES,
  ...EXPORT_LEGACY,
  ...EXPORT_AUTH,
  ...EXPORT_WRONG_TOKEN,
  ...EXPORT_DESTINATION,
  ...EXPORT_TOKEN_PLACE,
  ...EXPORT_ERRORS,
  ...EXPORT_PAGES_OF_OTHERS,
  ...EXPORT_NEGOTIATION,
  ...EXPORT_BODIES,
  ...EXPORT_LISTS,
  ...EXPORT_JOINS,
  ...EXPORT_LIST_SHAPE,
  ...EXPORT_ARRANGE,
  ...EXPORT_OPERATORS,
  ...EXPORT_RANGES,
  ...EXPORT_LIKE,
  ...EXPORT_MODES,
  ...EXPORT_LITERALS,
  ...EXPORT_ALGEBRA,
  ...EXPORT_INTERACTIONS,
  ...EXPORT_SHAPES,
  ...EXPORT_DATES,
  ...EXPORT_BOOLEANS,
  ...EXPORT_LONG_NUMBERS,
  ...EXPORT_CACHES,
  ...EXPORT_CLIENT_HEADERS,
  ...EXPORT_KEPT_STATE,
  ...EXPORT_HOSTILE_VALUES,
  ...TOKENS,
  ...TOKEN_ERRORS,
  ...TOKEN_SERVER,
  ...TEMPLATES_API,
  ...TEMPLATE_TOKENS,
  ...TOKEN_INTERACTIONS,
  ...TEMPLATE_INTERACTIONS,
  ...TOKEN_SHAPES,
  ...TEMPLATE_SHAPES,
  ...PLATFORM,
  ...PLATFORM_WALK,
  ...PLATFORM_CLIENT_HEADERS,
  ...PLATFORM_INTERACTIONS,
  ...HANDOVER,
  ...HANDOVER_SHAPES,
  ...CHALLENGES,
  ...CLIENT_FIELDS,
  ...HOSTILE_VALUES,
];

/** Throws a `RangeError` for an unknown id. */
export const defect = byId('defect', DEFECTS);
