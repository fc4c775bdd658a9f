/**
 * Finds out how the target (the server under test) behaves where the document (the specification)
 * allows several ways. This behaviour is called the dialect of the target. The reference server
 * then behaves in the same way.
 */

import type { Answer } from '../http/index.js';
import type { Dialect } from '../reference/index.js';
import { membersOf } from '../schema/json-value.js';
import { itemsIn, jsonOf, similarity } from './aspects.js';
import { spread } from './spread.js';
import { Twin, type TwinInput } from './twin.js';

/** Behaviours at some of the points that the document leaves open. */
type Settled = Partial<Dialect>;

/**
 * A point that the document leaves open. `shows` selects the responses that may show the behaviour
 * of the target.
 */
interface OpenPoint {
  readonly shows: (answer: Answer) => boolean;
  /** The behaviours that the document allows, except the default. */
  readonly ways: readonly Settled[];
  /**
   * Set if a defect may look like one of these behaviours. Only conforming responses are then used.
   */
  readonly conformingOnly?: true;
}

const urlMatches =
  (pattern: RegExp) =>
  ({ request }: Answer): boolean =>
    pattern.test(request.url);
const mayBeEmptyResult = (answer: Answer): boolean =>
  urlMatches(/filters|offset=/)(answer) &&
  ![400, 401, 403].includes(answer.status) &&
  (!hasItems(answer) || Object.hasOwn(membersOf(jsonOf(answer)), 'errors'));
const hasItems = (answer: Answer): boolean => itemsIn(jsonOf(answer)).length > 0;
const acceptsOtherTypes = ({ request }: Answer): boolean =>
  request.headers?.some(
    ([name, value]) => name === 'Accept' && !/^application\/(?:vnd\.api\+)?json$/.test(value),
  ) ?? false;

const [ordered, filtered] = [urlMatches(/[?&]orderBy=/), urlMatches(/[?&]filters/)];

const OPEN_POINTS: Readonly<Record<string, readonly OpenPoint[]>> = {
  export: [
    { shows: mayBeEmptyResult, ways: [{ emptyResult: '404' }] },
    { shows: ordered, ways: [{ nullsOrder: 'first' }] },
    {
      shows: ordered,
      ways: (['case-insensitive', 'locale', 'padded', 'without-accents'] as const).map(
        (collation) => ({ collation }),
      ),
    },
    { shows: acceptsOtherTypes, ways: [{ notAcceptable: '406' }] },
    {
      shows: urlMatches(/limit=\d{3,}/),
      ways: [{ overLimit: 'refuse' }, { maxLimit: 100 }, { maxLimit: 100_000 }],
    },
    // Requests with LIKE are not compared: a server that ignores letter case in LIKE and not in `=`
    // has a defect.
    {
      shows: urlMatches(/operator(?:\]|%5D)=(?:=|%3D)&/i),
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

/**
 * If fewer conforming responses than this show the behaviour, violating responses are used instead.
 * This does not apply to a point with `conformingOnly`.
 */
const ENOUGH = 4;
/** The maximum number of responses that are compared with the behaviour found so far. */
const MAX_COMPARED = 24;
/**
 * Each further behaviour is tried on some of these responses: at most `LEAST_ALIKE` responses that
 * are least similar to those of the reference server, and at most `OTHERS` of the remaining
 * responses.
 */
const LEAST_ALIKE = 9;
const OTHERS = 3;
/** A behaviour is accepted only if it increases the total similarity by more than this. */
const GAIN = 0.05;

interface Shown {
  readonly conforming: readonly Answer[];
  readonly violating: readonly Answer[];
}

/**
 * Returns the behaviours of the target that differ from the default. `name` is the name of an
 * interface. When `isOver` returns true, no further behaviours are tried.
 */
export async function dialectOf(
  twinInput: TwinInput,
  name: string,
  { conforming, violating }: Shown,
  isOver: () => boolean,
): Promise<Settled> {
  let best: Settled = {};
  let twin = new Twin(twinInput, best);
  for (const point of OPEN_POINTS[name] ?? []) {
    const showing = responsesFor(point, { conforming, violating });
    const compared = await leastAlike(twin, showing, isOver);
    if (compared.every(({ score }) => score === 1)) continue;
    let toExceed = compared.reduce((sum, { score }) => sum + score, GAIN);
    const before = best;
    for (const way of point.ways) {
      if (isOver()) return best;
      const settled = { ...before, ...way };
      const other = new Twin(twinInput, settled);
      const sum = await totalSimilarity(other, compared);
      if (sum <= toExceed) continue;
      best = settled;
      twin = other;
      toExceed = sum;
    }
  }
  return best;
}

/** `score` is the similarity to the reference server's response, from 0 to 1. */
interface Compared {
  readonly answer: Answer;
  readonly score: number;
}

function responsesFor(
  { shows, conformingOnly }: OpenPoint,
  { conforming, violating }: Shown,
): readonly Answer[] {
  const showing = conforming.filter(shows);
  return showing.length >= ENOUGH || conformingOnly ? showing : violating.filter(shows);
}

async function leastAlike(
  twin: Twin,
  showing: readonly Answer[],
  isOver: () => boolean,
): Promise<readonly Compared[]> {
  const all: Compared[] = [];
  for (const answer of spread(showing, MAX_COMPARED)) {
    if (isOver()) break;
    all.push({ answer, score: similarity(answer, await twin.answerTo(answer)) });
  }
  all.sort((a, b) => a.score - b.score);
  return [...all.slice(0, LEAST_ALIKE), ...spread(all.slice(LEAST_ALIKE), OTHERS)];
}

async function totalSimilarity(twin: Twin, compared: readonly Compared[]): Promise<number> {
  let sum = 0;
  for (const { answer } of compared) sum += similarity(answer, await twin.answerTo(answer));
  return sum;
}
