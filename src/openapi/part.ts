/** The type of one interface's part of the OpenAPI document. */

import type { Operation, Tag } from './openapi.js';
import type { ServerName } from './servers.js';

/** The part of one interface. */
export interface Part {
  readonly tag: Tag;
  readonly paths: Readonly<Record<string, Path>>;
  readonly securitySchemes: Readonly<Record<string, object>>;
}

/** The operations of one path, and the server that offers the path. */
export interface Path {
  readonly server: ServerName;
  readonly get?: Operation;
  readonly post?: Operation;
}
