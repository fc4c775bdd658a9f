import type { ExportSettings } from '../schema/types.js';
import type { OwnSchema } from './own-schema.js';

export type { Destination } from '../schema/types.js';

/** A product record as loaded or served. */
export type ProductRecord = Readonly<Record<string, unknown>>;

export interface ExportTarget
  extends Omit<ExportSettings, 'fixture' | 'snapshot' | 'dialect' | 'recordSchema'> {
  /** The schema of a record. */
  readonly recordSchema?: OwnSchema;
  /** The records that the target is said to hold, read from the fixture file. */
  readonly fixture?: readonly ProductRecord[];
  /** The most records read to judge filters exactly. */
  readonly snapshot: number;
  readonly dialect: NonNullable<ExportSettings['dialect']>;
}
