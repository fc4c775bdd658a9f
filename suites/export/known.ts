import type { WireEncoding } from '../../src/protocol/export/query-string.js';
import type { Column } from './oracle/column.js';
import type { ComparisonRules } from './oracle/criterion.js';
import type { Survey } from './survey/data.js';

/** What a run has learned of the data, and how the target wants things written. */
export interface Known {
  /** All data, or the key range of it that one page holds: exact for what is asked inside it (see `within`). */
  readonly survey: Survey;
  /** What is known of all data: the same, or a sample of it with the total. */
  readonly whole: Survey;
  readonly comparisonRules: ComparisonRules;
  readonly wireEncoding: WireEncoding;
  /** Undefined where no spelling of null is understood. */
  readonly nullSpelling: string | undefined;
  /** The value of orderBy for an ascending order of a column. */
  readonly orderBy: (column: Column) => string;
}
