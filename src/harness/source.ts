/** Where a clause comes from, and what a fair judge takes for broken. */
export interface Source {
  /** Section and item of the document, or the standard that it names. */
  readonly section: string;
  /** How it is judged, for somebody who has to believe the verdict. */
  readonly judging: string;
}

/** A source for each clause: one that is missing does not compile. */
export type Sources<Id extends string = string> = Readonly<Record<Id, Source>>;

export const from = (section: string, judging: string): Source => ({ section, judging });
