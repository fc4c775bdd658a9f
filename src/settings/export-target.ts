import type { ExportSettings } from '../schema/types.js';
import type { OwnSchema } from './own-schema.js';

export type { Destination } from '../schema/types.js';

/** A product record as loaded or served. */
export type ProductRecord = Readonly<Record<string, unknown>>;

/** The export settings, with the contents of the files that the target file names. */
export interface ExportTarget
  extends Omit<ExportSettings, 'headers' | 'fixture' | 'snapshot' | 'dialect' | 'recordSchema'> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly recordSchema?: OwnSchema;
  /** The records that the target contains according to the fixture file. */
  readonly fixture?: readonly ProductRecord[];
  /** The maximum number of records that are read to test filters exactly. */
  readonly snapshot: number;
  readonly dialect: NonNullable<ExportSettings['dialect']>;
}
