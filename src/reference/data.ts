import { defaultRecords } from './dataset/index.js';

/**
 * The reference dataset as NDJSON, one record a line, so that implementers can load it into their
 * own server.
 */
export function* datasetLines(): Generator<string> {
  for (const record of defaultRecords()) yield JSON.stringify(record);
}
