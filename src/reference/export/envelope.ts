import type { Format } from './negotiate.js';

/** `meta` of the JSON:API list. */
interface Meta {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

/** What opens and closes the list of records in each format. */
export type Envelope = (meta: Meta, format: Format) => readonly [open: string, close: string];

export const envelope: Envelope = (meta, format) =>
  format === 'json' ? ['[', ']'] : ['{"data":[', `],"meta":${JSON.stringify(meta)}}`];
