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
 * The whole server as a plain object of small functions. Handlers call every piece through this
 * object, so that one can be replaced from outside; conforming code does not contain defects.
 */
export interface Behaviour {
  readonly export: ExportBehaviour;
  readonly tokens: TokenBehaviour;
  readonly templates: TemplatesBehaviour;
  readonly platform: PlatformBehaviour;
  readonly handover: HandoverBehaviour;
  /** Wraps every request of every interface. */
  readonly around: (handle: Handler) => Handler;
  /** Puts answers on the wire. */
  readonly deliver: Deliver;
}

/**
 * Turns a healthy server into another one. Called once for each server, so that it may keep state
 * between requests.
 */
export type Change = (healthy: Behaviour) => Behaviour;

export const healthyBehaviour = (dialect: Dialect): Behaviour => ({
  export: exportBehaviour(dialect),
  tokens: tokenBehaviour,
  templates: templatesBehaviour,
  platform: platformBehaviour(dialect),
  handover: handoverBehaviour,
  around: (handle) => handle,
  deliver,
});
