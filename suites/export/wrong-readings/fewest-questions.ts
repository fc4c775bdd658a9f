/** True if a server with this wrong reading returns another response than a correct one. */
export type WrongReading<Q> = (question: Q) => boolean;

/**
 * The fewest questions that rule out wrong readings, at most `most`: greedily the one that rules
 * out most.
 */
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
