/** Chooses few requests that detect many possible implementation errors. */

/**
 * A wrong reading is an implementation error of a server. The function returns true if a server
 * with this error returns another response to the request than a correct server.
 */
export type WrongReading<Q> = (question: Q) => boolean;

/**
 * Chooses at most `most` requests that rule out wrong readings. Each step chooses the request that
 * rules out the most readings that are still possible.
 */
export const chooseQuestions = <Q>(
  candidates: readonly Q[],
  wrong: readonly WrongReading<Q>[],
  most: number,
): readonly Q[] =>
  chooseScored(
    candidates.map((question) => ({
      question,
      rulesOut: wrong.filter((differs) => differs(question)),
    })),
    most,
  );

/** A request with the wrong readings that it rules out. */
export interface Scored<Q, Reading> {
  readonly question: Q;
  readonly rulesOut: readonly Reading[];
}

/** Like `chooseQuestions`, if it is already known which wrong readings each request rules out. */
export function chooseScored<Q, Reading>(
  scored: readonly Scored<Q, Reading>[],
  most: number,
): readonly Q[] {
  const left = new Set(scored.flatMap(({ rulesOut }) => rulesOut));
  const chosen: Q[] = [];
  while (chosen.length < most && left.size > 0) {
    let best: Scored<Q, Reading> | undefined;
    let gain = 0;
    for (const candidate of scored) {
      const fresh = candidate.rulesOut.filter((one) => left.has(one)).length;
      if (fresh > gain) [best, gain] = [candidate, fresh];
    }
    if (best === undefined) break;
    chosen.push(best.question);
    for (const one of best.rulesOut) left.delete(one);
  }
  return chosen;
}
