import { defaultRecords } from './dataset/index.js';

/**
 * The reference dataset as NDJSON, with one record a line. Implementers can load it into their own
 * server.
 */
export function* datasetLines(): Generator<string> {
  for (const record of defaultRecords()) yield JSON.stringify(record);
}
