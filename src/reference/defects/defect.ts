import type { Change } from '../behaviour.js';
import type { ProductRecord } from '../table/column.js';

/** A deliberate defect of the reference server. */
export interface Defect {
  /** A permanent id in kebab-case, such as `export.auth.prefix-token-accepted`. */
  readonly id: string;
  readonly interface: 'export' | 'templates' | 'platform' | 'handover';
  /** The clause that is violated most directly. */
  readonly clause: string;
  /** Describes the behaviour of the defective server. */
  readonly sentence: string;
  /** `subtle` means that ordinary use does not reveal the defect. */
  readonly severity: 'blatant' | 'subtle';
  readonly apply: Change;
  /**
   * Data with which the defect changes a response. It replaces the default data of the reference
   * server.
   */
  readonly records?: () => readonly ProductRecord[];
}

type Definition = Omit<Defect, 'id' | 'interface' | 'clause'>;

export const blatant = (sentence: string, apply: Change): Definition => ({
  severity: 'blatant',
  sentence,
  apply,
});

export const subtle = (sentence: string, apply: Change): Definition => ({
  severity: 'subtle',
  sentence,
  apply,
});

/**
 * Returns a function that makes the defects that violate a clause. The id of a defect is `name`
 * followed by its key in `defects`.
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
