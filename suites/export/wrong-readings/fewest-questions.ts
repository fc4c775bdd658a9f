/** Chooses few requests that detect many possible implementation errors. */

/**
 * True if a server with this error returns another response to the request than a correct server.
 */
export type WrongReading<Q> = (question: Q) => boolean;

/** Each step chooses the request that rules out the most readings that are still possible. */
export function chooseQuestions<Q>(
  candidates: readonly Q[],
  wrong: readonly WrongReading<Q>[],
  most: number,
): readonly Q[] {
  const scored = candidates.map((question) => ({
    question,
    rulesOut: wrong.filter((differs) => differs(question)),
  }));
  const left = new Set(wrong);
  const chosen: Q[] = [];
  while (chosen.length < most && left.size > 0) {
    let best: (typeof scored)[number] | undefined;
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
