import type { Dialect } from './dialect.js';
import { type ExportBehaviour, exportBehaviour } from './export/index.js';
import { type HandoverBehaviour, handoverBehaviour } from './handover/index.js';
import { type PlatformBehaviour, platformBehaviour } from './platform/index.js';
import {
  type TemplatesBehaviour,
  type TokenBehaviour,
  templatesBehaviour,
  tokenBehaviour,
} from './templates/index.js';
import { type Deliver, deliver } from './wire/deliver.js';
import type { Handler } from './wire/server.js';

/**
 * The reference server as an object of small functions. Handlers call every function through this
 * object, so that single functions can be replaced: by a defect, or by a variant (a conforming
 * server that differs).
 */
export interface Behaviour {
  readonly export: ExportBehaviour;
  readonly tokens: TokenBehaviour;
  readonly templates: TemplatesBehaviour;
  readonly platform: PlatformBehaviour;
  readonly handover: HandoverBehaviour;
  /** Wraps the handling of every request. */
  readonly around: (handle: Handler) => Handler;
  readonly deliver: Deliver;
}

/**
 * Replaces functions of the server. A change is called once for each server, so its functions may
 * keep state between requests.
 */
export type Change = (healthy: Behaviour) => Behaviour;

/**
 * The functions of a conforming server. The dialect contains its choices where the specification
 * allows several.
 */
export const healthyBehaviour = (dialect: Dialect): Behaviour => ({
  export: exportBehaviour(dialect),
  tokens: tokenBehaviour,
  templates: templatesBehaviour,
  platform: platformBehaviour(dialect),
  handover: handoverBehaviour,
  around: (handle) => handle,
  deliver,
});
