import type { Format } from './negotiate.js';

interface Meta {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

/** Returns the JSON before the records of a list and the JSON after the records. */
export type Envelope = (meta: Meta, format: Format) => readonly [open: string, close: string];

/** In JSON:API `meta` follows the records. The plain format has no `meta`. */
export const envelope: Envelope = (meta, format) =>
  format === 'json' ? ['[', ']'] : ['{"data":[', `],"meta":${JSON.stringify(meta)}}`];
