import type { Operation, Tag } from './openapi.js';
import type { ServerName } from './servers.js';

/** What one interface puts into the document. */
export interface Part {
  readonly tag: Tag;
  readonly paths: Readonly<Record<string, Path>>;
  readonly securitySchemes: Readonly<Record<string, object>>;
}

/** The operations of one path, and the server that has it. */
export interface Path {
  readonly server: ServerName;
  readonly get?: Operation;
  readonly post?: Operation;
}
