import type { Answer } from '../http/index.js';
import type { Dialect } from '../reference/index.js';
import { itemsIn, jsonOf, similarity } from './aspects.js';
import { spread } from './spread.js';
import { type Likeness, Twin } from './twin.js';

type Settled = Partial<Dialect>;

/**
 * Something that the document leaves open: which answers may show how a target settles it, and ways
 * to do so.
 */
interface OpenPoint {
  readonly shows: (answer: Answer) => boolean;
  /** Besides the default. */
  readonly ways: readonly Settled[];
  /** A fault may look like a dialect: only conforming responses are used. */
  readonly conformingOnly?: true;
}

const asks =
  (what: RegExp) =>
  ({ request }: Answer): boolean =>
    what.test(request.url);
const isEmpty = (answer: Answer): boolean =>
  asks(/filters|offset=/)(answer) &&
  ![400, 401, 403].includes(answer.status) &&
  (!hasItems(answer) || Object.hasOwn(Object(jsonOf(answer)), 'errors'));
const hasItems = (answer: Answer): boolean => itemsIn(jsonOf(answer)).length > 0;
const hasOddAccept = ({ request }: Answer): boolean =>
  request.headers?.some(
    ([name, value]) => name === 'Accept' && !/^application\/(?:vnd\.api\+)?json$/.test(value),
  ) ?? false;

const [ordered, filtered] = [asks(/[?&]orderBy=/), asks(/[?&]filters/)];

const OPEN_POINTS: Readonly<Record<string, readonly OpenPoint[]>> = {
  export: [
    { shows: isEmpty, ways: [{ emptyResult: '404' }] },
    { shows: ordered, ways: [{ nullsOrder: 'first' }] },
    {
      shows: ordered,
      ways: (['case-insensitive', 'locale', 'padded', 'without-accents'] as const).map(
        (collation) => ({ collation }),
      ),
    },
    { shows: hasOddAccept, ways: [{ notAcceptable: '406' }] },
    {
      shows: asks(/limit=\d{3,}/),
      ways: [{ overLimit: 'refuse' }, { maxLimit: 100 }, { maxLimit: 100_000 }],
    },
    // A collation is one of `=` as well: what ignores case in LIKE alone is a fault.
    {
      shows: asks(/operator(?:\]|%5D)=(?:=|%3D)&/i),
      ways: [{ caseSensitive: false }],
      conformingOnly: true,
    },
    { shows: filtered, ways: [{ negationsKeepNulls: true }], conformingOnly: true },
    { shows: filtered, ways: [{ sortsBounds: true }], conformingOnly: true },
    { shows: filtered, ways: [{ isCompares: true }], conformingOnly: true },
    {
      shows: filtered,
      ways: [{ folds: ['accents'] }, { folds: ['final-blanks'] }],
      conformingOnly: true,
    },
  ],
  platform: [
    { shows: hasItems, ways: [{ next: 'first-of-next' }] },
    { shows: hasItems, ways: [{ end: 'null' }, { end: 'last-id' }, { end: 'empty-page' }] },
  ],
};

/** Conforming answers of a sort; where there are fewer, those that violate something else tell. */
const ENOUGH = 4;
/**
 * Answers of each sort that are looked through, and those on which ways are tried: the least alike,
 * and some others.
 */
const LOOKED_THROUGH = 24;
const LEAST_ALIKE = 9;
const OTHERS = 3;
/** The minimum gain in similarity over all responses that is not by chance. */
const GAIN = 0.05;

/**
 * How the target settles what the document leaves open: the ways in which a healthy twin is most
 * like it.
 */
export async function dialectOf(
  likeness: Likeness,
  name: string,
  conforming: readonly Answer[],
  violating: readonly Answer[],
  isOver: () => boolean,
): Promise<Settled> {
  let best: Settled = {};
  let twin = new Twin(likeness, best);
  const alike = async (other: Twin, answer: Answer): Promise<number> =>
    similarity(answer, await other.answerTo(answer));
  for (const { shows, ways, conformingOnly } of OPEN_POINTS[name] ?? []) {
    const showing = conforming.filter(shows);
    const isEnough = showing.length >= ENOUGH || conformingOnly;
    const all: (readonly [Answer, number])[] = [];
    for (const answer of spread(isEnough ? showing : violating.filter(shows), LOOKED_THROUGH))
      if (!isOver()) all.push([answer, await alike(twin, answer)]);
    all.sort(([, a], [, b]) => a - b);
    const tried = [...all.slice(0, LEAST_ALIKE), ...spread(all.slice(LEAST_ALIKE), OTHERS)];
    if (tried.every(([, share]) => share === 1)) continue;
    let most = tried.reduce((sum, [, share]) => sum + share, GAIN);
    const before = best;
    for (const way of ways) {
      if (isOver()) return best;
      const other = new Twin(likeness, { ...before, ...way });
      let sum = 0;
      for (const [answer] of tried) sum += await alike(other, answer);
      if (sum > most) [best, twin, most] = [{ ...before, ...way }, other, sum];
    }
  }
  return best;
}
