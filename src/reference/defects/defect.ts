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

/** A defect that ordinary use reveals. */
export const blatant = (sentence: string, apply: Change): Definition => ({
  severity: 'blatant',
  sentence,
  apply,
});

/** A defect that ordinary use does not reveal. */
export const subtle = (sentence: string, apply: Change): Definition => ({
  severity: 'subtle',
  sentence,
  apply,
});

/**
 * Returns a function that makes the defects of an interface that violate a clause. The id of a defect
 * is `idPrefix`, a dot and its key in `defects`.
 */
export const defectsOf =
  (of: Defect['interface'], idPrefix: string) =>
  (clause: string, defects: Readonly<Record<string, Definition>>): readonly Defect[] =>
    Object.entries(defects).map(([id, definition]) => ({
      id: `${idPrefix}.${id}`,
      interface: of,
      clause,
      ...definition,
    }));
