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
 * object, so that a defect or a variant can replace single functions. The functions of a conforming
 * server contain no defects.
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

/** Called once for each server, so the result may keep state between requests. */
export type Change = (healthy: Behaviour) => Behaviour;

/** The dialect contains choices where the specification allows several. */
export const healthyBehaviour = (dialect: Dialect): Behaviour => ({
  export: exportBehaviour(dialect),
  tokens: tokenBehaviour,
  templates: templatesBehaviour,
  platform: platformBehaviour(dialect),
  handover: handoverBehaviour,
  around: (handle) => handle,
  deliver,
});
