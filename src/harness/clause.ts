/**
 * How plainly the document states a clause, which makes a violation a failure, a warning or an
 * observation.
 */
export type Level = (typeof LEVELS)[number];

/** The most serious first. */
export const LEVELS = ['must', 'should', 'open'] as const;

/** One numbered sentence of the clause catalogue. */
export interface Clause {
  readonly level: Level;
  readonly text: string;
  /** Section and item of the document, or the standard that it names. */
  readonly section?: string;
  /** How it is tested, for readers who have to trust the verdict. */
  readonly judging?: string;
}

export type Clauses = Readonly<Record<string, Clause>>;

/** A clause as it is written: what it demands, where the document says so, and how it is tested. */
class ClauseText implements Clause {
  declare readonly section?: string;
  declare readonly judging?: string;

  constructor(
    readonly level: Level,
    readonly text: string,
  ) {}

  in(section: string): this {
    return Object.assign(this, { section });
  }

  judged(judging: string): this {
    return Object.assign(this, { judging });
  }
}

export const must = (text: string): ClauseText => new ClauseText('must', text);
export const should = (text: string): ClauseText => new ClauseText('should', text);
export const open = (text: string): ClauseText => new ClauseText('open', text);
