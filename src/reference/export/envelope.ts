/** The envelope of product lists. */

import type { Format } from './negotiate.js';

/** `meta` of a JSON:API list. */
interface Meta {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

/** The text before and after the records of a list, in each format. */
export type Envelope = (meta: Meta, format: Format) => readonly [open: string, close: string];

/** The documented envelope: `meta` follows the records in JSON:API; the plain format has none. */
export const envelope: Envelope = (meta, format) =>
  format === 'json' ? ['[', ']'] : ['{"data":[', `],"meta":${JSON.stringify(meta)}}`];
