import type { Answer } from '../http/index.js';
import type { Dialect } from '../reference/index.js';
import { agree } from './aspects.js';
import { spread } from './spread.js';
import { type Likeness, Twin } from './twin.js';

type Settled = Partial<Dialect>;

/** Ways in which targets settle what the document leaves open, an interface each. */
const WAYS: Readonly<Record<string, readonly Settled[]>> = {
  export: [
    { emptyResult: '404' },
    { notAcceptable: '406' },
    { caseSensitive: false },
    { negationsKeepNulls: true },
    { nullsOrder: 'first' },
    { collation: 'case-insensitive' },
    { collation: 'locale' },
    { collation: 'padded' },
    { collation: 'without-accents' },
    { sortsBounds: true },
    { isCompares: true },
    { overLimit: 'refuse' },
    { maxLimit: 100 },
    { maxLimit: 100_000 },
    { folds: ['accents'] },
    { folds: ['final-blanks'] },
  ],
  platform: [{ next: 'first-of-next' }, { end: 'null' }, { end: 'last-id' }, { end: 'empty-page' }],
};

/** Conforming answers that ways are tried on: those that the twin does not give, and some that it does. */
const LOOKED_THROUGH = 100;
const TRIED = 14;
const KEPT = 6;
/** What rules look at, whatever else differs. */
const LOOKED_AT: Readonly<Record<string, readonly string[]>> = {
  export: ['status', 'meta', 'held', 'records'],
  platform: ['status', 'meta', 'held'],
};

/** The dialect in which the healthy twin gives most of the conforming answers. */
export async function dialectOf(
  likeness: Likeness,
  name: string,
  conforming: readonly Answer[],
  isOver: () => boolean,
): Promise<Settled> {
  const ways = WAYS[name] ?? [];
  if (ways.length === 0) return {};
  let best: Settled = {};
  const gives = async (twin: Twin, answer: Answer): Promise<boolean> =>
    agree(answer, await twin.answerTo(answer), LOOKED_AT[name] ?? []);
  const plain = new Twin(likeness, best);
  const [kept, other]: [Answer[], Answer[]] = [[], []];
  for (const answer of spread(conforming, LOOKED_THROUGH)) ((await gives(plain, answer)) ? kept : other).push(answer);
  const tried = [spread(other, TRIED), spread(kept, KEPT)].flat();
  const count = async (settled: Settled, least: number): Promise<number> => {
    const twin = new Twin(likeness, settled);
    let given = 0;
    for (const [at, answer] of tried.entries()) {
      if (given + tried.length - at <= least) break;
      if (await gives(twin, answer)) given += 1;
    }
    return given;
  };
  let most = Math.min(kept.length, KEPT);
  // One way may show only where another one is taken.
  for (let before = -1; before < most; ) {
    before = most;
    for (const way of ways) {
      if (isOver() || most >= tried.length) break;
      const given = await count({ ...best, ...way }, most);
      if (given > most) [best, most] = [{ ...best, ...way }, given];
    }
  }
  return best;
}
