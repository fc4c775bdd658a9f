import type { Change } from '../behaviour.js';

/** A deliberate fault of the reference server. */
export interface Defect {
  /** Permanent, kebab-case: `export.auth.prefix-token-accepted`. */
  readonly id: string;
  readonly interface: 'export' | 'templates' | 'platform' | 'handover';
  /** The clause that it breaks. */
  readonly clause: string;
  /** What the broken server does, in one sentence. */
  readonly sentence: string;
  /** Subtle: ordinary use would not notice it. */
  readonly severity: 'blatant' | 'subtle';
  readonly apply: Change;
}
