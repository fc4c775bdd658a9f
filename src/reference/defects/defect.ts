/** The type of a defect, and functions that define defects. */

import type { Change } from '../behaviour.js';
import type { ProductRecord } from '../table/column.js';

/** A deliberate defect of the reference server. */
export interface Defect {
  /** A permanent id in kebab-case: `export.auth.prefix-token-accepted`. */
  readonly id: string;
  readonly interface: 'export' | 'templates' | 'platform' | 'handover';
  /** The clause that the defect violates most directly. */
  readonly clause: string;
  /** Describes the behaviour of the defective server in one sentence. */
  readonly sentence: string;
  /** `subtle` means that ordinary use does not reveal the defect. */
  readonly severity: 'blatant' | 'subtle';
  readonly apply: Change;
  /** Records with which the defect changes a response. Default: the reference dataset. */
  readonly records?: () => readonly ProductRecord[];
}

type Definition = Omit<Defect, 'id' | 'interface' | 'clause'>;

/** A defect that ordinary use reveals, with its description and its change. */
export const blatant = (sentence: string, apply: Change): Definition => ({
  severity: 'blatant',
  sentence,
  apply,
});

/** A defect that ordinary use does not reveal, with its description and its change. */
export const subtle = (sentence: string, apply: Change): Definition => ({
  severity: 'subtle',
  sentence,
  apply,
});

/**
 * Makes a function that defines the defects of one topic and clause. The key of each defect is the
 * end of its id.
 */
export const topic =
  (of: Defect['interface'], name: string) =>
  (clause: string, defects: Readonly<Record<string, Definition>>): readonly Defect[] =>
    Object.entries(defects).map(([id, definition]) => ({
      id: `${name}.${id}`,
      interface: of,
      clause,
      ...definition,
    }));
