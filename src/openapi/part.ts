/** One interface's part of the OpenAPI document. */

import type { Operation, Tag } from './openapi.js';
import type { ServerName } from './servers.js';

export interface Part {
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
