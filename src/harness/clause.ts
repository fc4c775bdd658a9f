/** The type of a clause, and the functions with which suites write clauses. */

/**
 * A violation of a `must` clause is a failure, of a `should` clause a warning, and of an `open`
 * clause an observation.
 */
export type Level = (typeof LEVELS)[number];

/** Most serious first. */
export const LEVELS = ['must', 'should', 'open'] as const;

/** One requirement of the document (the specification of an interface). */
export interface Clause {
  readonly level: Level;
  readonly text: string;
  /** The section and item of the document, or the standard that the clause comes from. */
  readonly section?: string;
  /** How the clause is tested. */
  readonly judging?: string;
}

export type Clauses = Readonly<Record<string, Clause>>;

/** A clause whose methods set its section (`in`) and the description of its test (`judged`). */
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

/** A requirement of the document. */
export const must = (text: string): ClauseText => new ClauseText('must', text);

/** A recommendation of the document. */
export const should = (text: string): ClauseText => new ClauseText('should', text);

/** A behaviour that the document leaves open. */
export const open = (text: string): ClauseText => new ClauseText('open', text);
