import { defaultRecords } from './dataset/index.js';

/**
 * One record a line (NDJSON), so that implementers can load the reference dataset into their own
 * server.
 */
export function* datasetLines(): Generator<string> {
  for (const record of defaultRecords()) yield JSON.stringify(record);
}
