import type { Change } from '../behaviour.js';
import type { ProductRecord } from '../table/column.js';

/** A deliberate fault of the reference server. */
export interface Defect {
  /** Permanent, kebab-case: `export.auth.prefix-token-accepted`. */
  readonly id: string;
  readonly interface: 'export' | 'templates' | 'platform' | 'handover';
  /** The clause that it breaks: the one that a fair judge would name first. */
  readonly clause: string;
  /** What the broken server does, in one sentence. */
  readonly sentence: string;
  /** Subtle: ordinary use would not notice it. */
  readonly severity: 'blatant' | 'subtle';
  readonly apply: Change;
  /** The data in which it shows. Default: the reference dataset. */
  readonly records?: () => readonly ProductRecord[];
}

type Told = Omit<Defect, 'id' | 'interface' | 'clause'>;

export const blatant = (sentence: string, apply: Change): Told => ({
  severity: 'blatant',
  sentence,
  apply,
});
export const subtle = (sentence: string, apply: Change): Told => ({
  severity: 'subtle',
  sentence,
  apply,
});

/** The defects of one topic, clause by clause; the key of each is the end of its id. */
export const topic =
  (of: Defect['interface'], name: string) =>
  (clause: string, defects: Readonly<Record<string, Told>>): readonly Defect[] =>
    Object.entries(defects).map(([id, told]) => ({
      id: `${name}.${id}`,
      interface: of,
      clause,
      ...told,
    }));
