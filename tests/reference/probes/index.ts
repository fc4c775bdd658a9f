import { ARRANGE, AUTH, BODIES, ERRORS, LEGACY, LISTS, NEGOTIATION, ROUTES } from './export.js';
import { EXPORT_INTERACTIONS } from './export-interactions.js';
import { FILTERS, LITERAL_VALUES } from './filters.js';
import {
  HANDOVER_INTERACTIONS,
  PLATFORM_INTERACTIONS,
  TEMPLATE_INTERACTIONS,
  TOKEN_INTERACTIONS,
} from './interactions.js';
import { HANDOVER, PLATFORM, TEMPLATES, TOKENS } from './others.js';
import type { Probe } from './probe.js';
import { EXPORT_SHAPES, HANDOVER_SHAPES, TEMPLATE_SHAPES, TOKEN_SHAPES } from './shapes.js';

export { look } from './probe.js';

/**
 * For the defects of each topic, requests of which a healthy server answers at least one
 * differently.
 */
export const PROBES: Readonly<Record<string, readonly Probe[]>> = {
  'export.routes': ROUTES,
  'export.legacy': LEGACY,
  'export.auth': AUTH,
  'export.errors': ERRORS,
  'export.negotiation': NEGOTIATION,
  'export.bodies': BODIES,
  'export.lists': LISTS,
  'export.arrange': ARRANGE,
  'export.filter': FILTERS,
  'export.like': FILTERS,
  'export.modes': FILTERS,
  'export.algebra': FILTERS,
  'export.literals': LITERAL_VALUES,
  'export.interaction': EXPORT_INTERACTIONS,
  tokens: TOKENS,
  'token-server': TEMPLATES,
  templates: TEMPLATES,
  platform: PLATFORM,
  handover: HANDOVER,
  'platform.interaction': PLATFORM_INTERACTIONS,
  'tokens.interaction': TOKEN_INTERACTIONS,
  'templates.interaction': TEMPLATE_INTERACTIONS,
  'handover.interaction': HANDOVER_INTERACTIONS,
  'export.shape': EXPORT_SHAPES,
  'tokens.shape': TOKEN_SHAPES,
  'templates.shape': TEMPLATE_SHAPES,
  'handover.shape': HANDOVER_SHAPES,
};
