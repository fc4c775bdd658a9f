import type { Format } from './negotiate.js';

/** `meta` of the JSON:API list. */
export interface Meta {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

/** Wraps the records of a page, which are JSON texts with commas between them, in the shape of the format. */
export type Envelope = (records: Buffer, meta: Meta, format: Format) => Buffer;

const OPEN = Buffer.from('[');
const CLOSE = Buffer.from(']');
const DATA = Buffer.from('{"data":[');

export const envelope: Envelope = (records, meta, format) =>
  format === 'json'
    ? Buffer.concat([OPEN, records, CLOSE])
    : Buffer.concat([DATA, records, Buffer.from(`],"meta":${JSON.stringify(meta)}}`)]);
