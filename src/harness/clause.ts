/** How plainly the document says it, and so what a broken clause comes to: a failure, a warning, an observation. */
export type Level = (typeof LEVELS)[number];

/** The gravest first. */
export const LEVELS = ['must', 'should', 'open'] as const;

/** One numbered sentence of the clause catalogue. */
export interface Clause {
  readonly level: Level;
  readonly text: string;
}

export type Clauses = Readonly<Record<string, Clause>>;

export const must = (text: string): Clause => ({ level: 'must', text });
export const should = (text: string): Clause => ({ level: 'should', text });
export const open = (text: string): Clause => ({ level: 'open', text });
