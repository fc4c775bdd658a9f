/** How plainly the document says it, and so what a broken clause comes to: a failure, a warning, an observation. */
export type Level = (typeof LEVELS)[number];

/** The most serious first. */
export const LEVELS = ['must', 'should', 'open'] as const;

/** One numbered sentence of the clause catalogue. */
export interface Clause {
  readonly level: Level;
  readonly text: string;
  /** Section and item of the document, or the standard that it names. */
  readonly section?: string;
  /** How it is tested, for somebody who has to believe the verdict. */
  readonly judging?: string;
}

export type Clauses = Readonly<Record<string, Clause>>;

const clauseOf =
  (level: Level) =>
  (text: string, section?: string, judging?: string): Clause => ({
    level,
    text,
    ...(section === undefined ? {} : { section }),
    ...(judging === undefined ? {} : { judging }),
  });

export const must = clauseOf('must');
export const should = clauseOf('should');
export const open = clauseOf('open');
