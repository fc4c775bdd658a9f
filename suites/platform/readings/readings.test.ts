import { describe, expect, it } from 'vitest';
import { bodyOf, exchangeOf, factsOf, pageOf } from '../../../tests/platform/exchange-of.js';
import type { Exchange } from '../exchange.js';
import { mistakes } from './index.js';

const IDS = [3, 5, 8, 9, 12];
const known = factsOf(IDS);

/** Whether the mistake with this sentence predicts the exchange. */
function predicts(sentence: string, exchange: Exchange): boolean | undefined | string {
  const found = mistakes.all([exchange], known).find((one) => one.sentence === sentence);
  return found === undefined ? 'no such mistake' : found.predicts(exchange, known);
}

describe('a mistake in the entities of a page', () => {
  it('predicts that a short page ends the list', () => {
    const ended = '`next` is 0 on a page with fewer entities than `limit`, although more follow';
    expect(predicts(ended, pageOf({ limit: 3 }, [3, 8], { next: 0 }))).toBe(true);
    expect(predicts(ended, pageOf({ limit: 3 }, [3, 8], { next: 8 }))).toBe(false);
    expect(predicts(ended, pageOf({ limit: 3 }, [3, 5, 8], { next: 0 }))).toBeUndefined();
    expect(predicts(ended, pageOf({ limit: 9 }, [9, 12], { next: 0 }))).toBeUndefined();
  });

  it('predicts the page exactly', () => {
    const included = 'a page begins with the entity of the cursor';
    expect(predicts(included, pageOf({ cursor: 5, limit: 2 }, [5, 8], { current: 5 }))).toBe(true);
    expect(predicts(included, pageOf({ cursor: 5, limit: 2 }, [8, 9], { current: 5 }))).toBe(false);
  });

  it('is about no request whose page is right with it', () => {
    const included = 'a page begins with the entity of the cursor';
    expect(predicts(included, pageOf({ cursor: 4, limit: 2 }, [5, 8]))).toBeUndefined();
    expect(predicts('`limit` is ignored', pageOf({}, IDS))).toBeUndefined();
  });

  it('is about requests of its scope alone', () => {
    const ignored = '`limit` is ignored, if `previous` is sent';
    expect(predicts(ignored, pageOf({ limit: 2, previous: 3 }, IDS))).toBe(true);
    expect(predicts(ignored, pageOf({ limit: 2 }, [3, 5]))).toBeUndefined();
  });

  it('says nothing of a collection whose end is unknown', () => {
    const incomplete = factsOf(IDS, { complete: false });
    const exchange = pageOf({ limit: 9 }, IDS);
    const all = mistakes.all([exchange], incomplete);
    const about = all.filter(({ clause }) => clause !== 'PLT-PAGE-1' && clause !== 'PLT-PAGE-11');
    expect(about.length).toBeGreaterThan(100);
    expect(about.filter((one) => one.predicts(exchange, incomplete) !== undefined)).toEqual([]);
  });
});

describe('ids of the cursor that are texts', () => {
  const sentence = '`next` and `prev` in `meta.cursor` are texts, unless they are 0';
  const page = (cursor: object) =>
    exchangeOf({ cursor: 5 }, bodyOf([8, 9], { current: 5, count: 2, ...cursor }));
  const shown = [page({ prev: '5', next: 0 }), page({ prev: 0, next: '12' })];
  const predictsOf = (exchange: Exchange) =>
    mistakes
      .all(shown, known)
      .find((one) => one.sentence === sentence)
      ?.predicts(exchange, known);

  it('are numbers only where they are 0', () => {
    expect(shown.map(predictsOf)).toEqual([true, true]);
    expect(predictsOf(page({ prev: 5, next: '12' }))).toBe(false);
    expect(predictsOf(page({ prev: 0, next: 0 }))).toBeUndefined();
  });
});

it('does not take a right `next` for the reason of a wrong shape', () => {
  const exchange = pageOf({ limit: 2 }, [3, 5], { next: 6 });
  const ofNext = mistakes
    .all([exchange], known)
    .filter(({ id }) => id.startsWith('platform.next-is-') && !id.includes('null'));
  expect(ofNext.length).toBeGreaterThan(20);
  expect(ofNext.flatMap(({ breaks }) => breaks)).not.toContain('PLT-PAGE-1');
});

describe('an order by something else than the id', () => {
  const sentence =
    'the entities of a page are not ordered by their ids, although the cursor is an id';
  const unordered = pageOf({ cursor: 3, limit: 3 }, [9, 5, 12], { current: 3 });

  /** What the mistake, which `unordered` shows, predicts of another page. */
  const predictsBesides = (exchange: Exchange): boolean | undefined =>
    mistakes
      .all([unordered, exchange], known)
      .find((one) => one.sentence === sentence)
      ?.predicts(exchange, known);

  it('predicts as many entities after the cursor as there should be, whichever they are', () => {
    expect(predicts(sentence, unordered)).toBe(true);
    expect(predictsBesides(pageOf({ cursor: 3, limit: 2 }, [9, 12]))).toBe(true);
    expect(predictsBesides(pageOf({ cursor: 8, limit: 2 }, [5, 9]))).toBe(false);
    expect(predictsBesides(pageOf({ cursor: 3, limit: 2 }, [9]))).toBe(false);
    expect(predictsBesides(pageOf({ cursor: 3, limit: 2 }, [5, 8]))).toBeUndefined();
  });

  it('is not looked for if each page is in the order of the ids', () => {
    expect(predicts(sentence, pageOf({ limit: 2 }, [5, 9]))).toBe('no such mistake');
  });
});

it('predicts the order of ids as texts, as far as a walk over such pages knows the ids', () => {
  const sentence = 'entities are in the order of their ids as texts';
  const ids = factsOf([5, 9, 10, 12]);
  const shown = pageOf({ limit: 4 }, [10, 100, 12, 5]);
  const reading = mistakes.all([shown], ids).find((one) => one.sentence === sentence);
  const predicted = [
    shown,
    pageOf({ limit: 3 }, [10, 12, 5]),
    pageOf({ limit: 2 }, [10, 5]),
    pageOf({ limit: 2 }, [5, 10]),
    pageOf({ limit: 1, cursor: 4 }, [5], { next: 7 }),
    pageOf({ limit: 1, cursor: 4 }, [5], { next: 9 }),
  ].map((page) => reading?.predicts(page, ids));
  expect(predicted).toEqual([true, true, false, false, true, undefined]);
  expect(predicts(sentence, pageOf({ limit: 2 }, [9, 5]))).toBe('no such mistake');
});

describe('a mistake in the cursor', () => {
  it('is that `next` is not the id of an entity, unless a more exact mistake explains it', () => {
    const sentence = '`next` is an id that the collection does not have';
    expect(predicts(sentence, pageOf({ limit: 2 }, [3, 5], { next: 7 }))).toBe(true);
    expect(predicts(sentence, pageOf({ limit: 2 }, [3, 5], { next: 6 }))).toBeUndefined();
    expect(predicts(sentence, pageOf({ limit: 2 }, [3, 5], { next: 9 }))).toBeUndefined();
  });

  it('predicts its member', () => {
    const limit = '`count` is the limit';
    expect(predicts(limit, pageOf({ cursor: 8, limit: 4 }, [9, 12], { count: 4 }))).toBe(true);
    expect(predicts(limit, pageOf({ cursor: 8, limit: 4 }, [9, 12], { count: 2 }))).toBe(false);
  });

  it('says nothing of `next` on the last page, which the document leaves open', () => {
    const current = '`next` is the cursor of the request';
    expect(predicts(current, pageOf({ cursor: 5, limit: 2 }, [8, 9], { next: 5 }))).toBe(true);
    expect(predicts(current, pageOf({ cursor: 9, limit: 2 }, [12], { next: 9 }))).toBeUndefined();
  });

  it('says nothing of a page that begins again after the last entity', () => {
    const begun = pageOf({ cursor: 20 }, IDS, { current: 20 });
    expect(predicts('`current` is 0', begun)).toBeUndefined();
  });
});

it('names what the shape of a page has wrong', () => {
  const { success: _, ...body } = bodyOf([3]);
  expect(predicts('`success` is missing', exchangeOf({ limit: 1 }, body))).toBe(true);
  const text = exchangeOf({ limit: 1 }, { ...bodyOf([3]), success: 'true' });
  expect(predicts('`success` is a text instead of a boolean', text)).toBe(true);
});

it('names the page whose shape is wrong', () => {
  const empty = exchangeOf({ cursor: 12 }, { ...bodyOf([]), Entities: null });
  const sentence =
    '`Entities` is null instead of an array of objects, if no entity follows the cursor';
  expect(predicts(sentence, empty)).toBe(true);
});

it('names the requests that get no page', () => {
  const refused = exchangeOf({ previous: 3 }, { message: 'no' }, { status: 400 });
  const sentence = 'a request gets status 400 instead of a page, if `previous` is sent';
  expect(predicts(sentence, refused)).toBe(true);
  expect(mistakes.all([pageOf({}, IDS)], known).map((one) => one.sentence)).not.toContain(sentence);
});

it('has ids of its own, and sentences without empty words', () => {
  const wrong = [pageOf({ limit: 2 }, [5]), exchangeOf({ cursor: 3 }, {}, { status: 500 })];
  const all = mistakes.all(wrong, known);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.filter(({ sentence }) => /undefined|NaN|Infinity| {2}/.test(sentence))).toEqual([]);
});
