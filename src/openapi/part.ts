/** One interface's part of the OpenAPI document. */

import type { Clauses } from '../harness/index.js';
import type { Operation, Tag } from './openapi.js';
import type { ServerName } from './servers.js';

export interface Part {
  /** A clause that no operation quotes is quoted with the tag. */
  readonly clauses: Clauses;
  readonly tag: Tag;
  readonly paths: Readonly<Record<string, Path>>;
  readonly securitySchemes: Readonly<Record<string, object>>;
}

/** `server` is the server that has the path. */
export interface Path {
  readonly server: ServerName;
  readonly get?: Operation;
  readonly post?: Operation;
}
