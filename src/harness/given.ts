/** Makes questions from facts, and learns only those facts that the questions are made from. */

/** Thrown where a fact is read that is not learned yet. */
class NotLearned extends Error {
  override readonly name = 'NotLearned';
  constructor(readonly fact: string) {
    super(`${fact} is not learned yet`);
  }
}

/** How each fact is learned, by its name. */
export type Learn = Readonly<Record<string, () => unknown>>;

/**
 * Calls `make` with an object of facts. If it reads a fact that is not learned yet, the fact is
 * learned, and `make` is called again. So `make` must do nothing but read facts and return a value.
 * Returns this value and the names of the facts that were read.
 */
export async function fromGiven<G extends object, T>(
  learn: Learn,
  make: (given: G) => T,
): Promise<{ readonly made: T; readonly read: ReadonlySet<string> }> {
  const learned = new Map<string, unknown>();
  for (;;) {
    try {
      return { made: make(givenBy<G>(learned)), read: new Set(learned.keys()) };
    } catch (error) {
      if (!(error instanceof NotLearned)) throw error;
      learned.set(error.fact, await learn[error.fact]?.());
    }
  }
}

/**
 * Whether this fact is the first that `make` reads, apart from the `known` facts. `make` ends at
 * the first fact that is not known. Facts that it would read after that one are not found.
 */
export function isRead<G extends object>(
  fact: string,
  known: Readonly<Record<string, unknown>>,
  make: (given: G) => unknown,
): boolean {
  try {
    make(givenBy<G>(new Map(Object.entries(known))));
    return false;
  } catch (error) {
    if (error instanceof NotLearned) return error.fact === fact;
    throw error;
  }
}

/** An object with the learned facts. The type says which facts a suite can learn. */
const givenBy = <G extends object>(learned: ReadonlyMap<string, unknown>): G =>
  new Proxy<object>(
    {},
    {
      get(_, name) {
        if (!learned.has(String(name))) throw new NotLearned(String(name));
        return learned.get(String(name));
      },
    },
  ) as G;
