/** A wrong reading of a rule: how a faulty server might take the same question. */
export interface Mutant<Q> {
  readonly name: string;
  /** Whether the answer to a question would differ from the right one. */
  readonly differs: (question: Q) => boolean;
}

/** A question worth asking, with the wrong readings that its answer rules out. */
export interface Chosen<Q> {
  readonly question: Q;
  readonly rulesOut: readonly string[];
}

/**
 * Chooses the fewest questions (at most `most`) whose right answers differ from what the wrong readings would give:
 * greedily the one that rules out most, then the one that rules out most of the rest.
 */
export function chooseQuestions<Q>(
  candidates: readonly Q[],
  wrong: readonly Mutant<Q>[],
  most: number,
): readonly Chosen<Q>[] {
  const scored = candidates.map((question) => ({
    question,
    rulesOut: wrong.filter(({ differs }) => differs(question)).map(({ name }) => name),
  }));
  const left = new Set(wrong.map(({ name }) => name));
  const chosen: Chosen<Q>[] = [];
  while (chosen.length < most && left.size > 0) {
    let best: Chosen<Q> | undefined;
    let gain = 0;
    for (const candidate of scored) {
      const fresh = candidate.rulesOut.filter((name) => left.has(name)).length;
      if (fresh > gain) [best, gain] = [candidate, fresh];
    }
    if (best === undefined) break;
    chosen.push(best);
    for (const name of best.rulesOut) left.delete(name);
  }
  return chosen;
}
