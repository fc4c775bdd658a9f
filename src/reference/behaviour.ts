/**
 * The behaviour of the reference server as one object of functions, so that defects and variants
 * can replace single functions.
 */

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
 * The whole server as an object of small functions. Handlers call every function through this
 * object, so that a defect can replace a single function. The conforming functions contain no
 * defects.
 */
export interface Behaviour {
  readonly export: ExportBehaviour;
  readonly tokens: TokenBehaviour;
  readonly templates: TemplatesBehaviour;
  readonly platform: PlatformBehaviour;
  readonly handover: HandoverBehaviour;
  /** Wraps every request of every interface. */
  readonly around: (handle: Handler) => Handler;
  /** Writes responses to the connection. */
  readonly deliver: Deliver;
}

/**
 * Changes the behaviour of a server. It is called once for each server, so that the result may keep
 * state between requests.
 */
export type Change = (healthy: Behaviour) => Behaviour;

/**
 * The behaviour of a server without defects. The dialect contains its choices where the
 * specification allows several.
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
