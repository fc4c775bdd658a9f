/** A wrong reading of a rule: how a faulty server might take the same question. */
export interface Reading<Q> {
  readonly name: string;
  /** The items that this reading would give for a question. */
  readonly gives: (question: Q) => readonly number[];
}

/** A question worth asking, with the wrong readings that its answer rules out. */
export interface Chosen<Q> {
  readonly question: Q;
  readonly rulesOut: readonly string[];
}

/**
 * Chooses the fewest questions (at most `most`) whose right answers differ from what the wrong readings would give:
 * greedily the one that rules out most, then the one that rules out most of the rest. A question whose right answer
 * holds everything or nothing witnesses little and is taken only where no other is there.
 */
export function chooseQuestions<Q>(
  candidates: readonly Q[],
  right: (question: Q) => readonly number[],
  wrong: readonly Reading<Q>[],
  { most, items }: { readonly most: number; readonly items: (question: Q) => number },
): { readonly chosen: readonly Chosen<Q>[]; readonly left: readonly string[] } {
  const scored = candidates.flatMap((question) => {
    const answer = right(question);
    if (answer.length === 0 || answer.length === items(question)) return [];
    return [
      { question, rulesOut: wrong.filter(({ gives }) => !same(gives(question), answer)).map(({ name }) => name) },
    ];
  });
  const left = new Set(wrong.map(({ name }) => name));
  const chosen: Chosen<Q>[] = [];
  while (chosen.length < most && left.size > 0) {
    let best: Chosen<Q> | undefined;
    let gain = 0;
    for (const one of scored) {
      const fresh = one.rulesOut.filter((name) => left.has(name)).length;
      if (fresh > gain) [best, gain] = [one, fresh];
    }
    if (best === undefined) break;
    chosen.push(best);
    for (const name of best.rulesOut) left.delete(name);
  }
  return { chosen, left: [...left] };
}

const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);
