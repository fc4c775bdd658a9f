import { describe, expect, it } from 'vitest';
import { explain } from './explain.js';
import type { JudgeOfReadings, Reading } from './reading.js';

/** An exchange asks for a number, and the right response doubles it. */
interface Doubling {
  readonly asked: number;
  readonly came: number;
}

interface Wrong extends Reading {
  readonly predicts: (asked: number) => number;
}
const wrong = (id: string, predicts: Wrong['predicts'], mistake = id): Wrong => ({
  id,
  clause: 'X-1',
  sentence: id,
  mistake,
  predicts,
});
const right = (asked: number): number => 2 * asked;

/** Each reading changes what those before it predict. */
const readingsOf = (all: readonly Wrong[]): JudgeOfReadings<Doubling, undefined> => {
  const find = ({ id }: Reading) => all.find((one) => one.id === id)?.predicts ?? right;
  const predicted = (asked: number, readings: readonly Reading[]): number =>
    readings.map(find).find((one) => one(asked) !== right(asked))?.(asked) ?? right(asked);
  return {
    touches: () => true,
    judge: ({ asked, came }, _, readings) =>
      predicted(asked, readings) === came ? 'conforms' : 'deviates',
    differs: ({ asked }, _, readings) => predicted(asked, readings) !== right(asked),
    features: ({ asked }) => [asked % 2 === 0 ? 'even' : 'odd', ...(asked > 10 ? ['large'] : [])],
  };
};

const explained = (all: readonly Wrong[], exchanges: readonly (readonly [number, number])[]) => {
  const doublings = exchanges.map(([asked, came]) => ({ asked, came }));
  const isRight = ({ asked, came }: Doubling): boolean => right(asked) === came;
  return explain({
    all,
    readings: readingsOf(all),
    facts: undefined,
    violated: doublings.filter((one) => !isRight(one)),
    kept: doublings.filter(isRight),
  }).map(({ readings, exchanges: some }) => [readings.map(({ id }) => id), some.size]);
};

const triples = wrong('triples', (asked) => 3 * asked);
const ofOdd = wrong('triples odd numbers', (asked) => (asked % 2 === 1 ? 3 * asked : 2 * asked));
const ofOne = wrong('adds one to 4', (asked) => (asked === 4 ? 9 : 2 * asked));

describe('readings', () => {
  it('explain what they predict', () => {
    expect(
      explained(
        [triples, ofOdd],
        [
          [1, 3],
          [2, 6],
          [3, 9],
        ],
      ),
    ).toEqual([[['triples'], 3]]);
  });

  it('are refuted by one conforming exchange for which they predict something else', () => {
    expect(
      explained(
        [triples, ofOdd],
        [
          [1, 3],
          [2, 4],
          [3, 9],
        ],
      ),
    ).toEqual([[['triples odd numbers'], 2]]);
  });

  it('are still found for other exchanges if nothing explains the simplest one', () => {
    expect(
      explained(
        [ofOne],
        [
          [12, 1],
          [4, 9],
          [4, 9],
          [4, 9],
        ],
      ),
    ).toEqual([[['adds one to 4'], 3]]);
  });

  it('are found although nothing explains many other exchanges, with all kinds of features', () => {
    const unexplained = Array.from({ length: 12 }, (_, at) => ({ asked: at, came: 1000 }));
    const triple = { asked: 50, came: 150 };
    const readings = readingsOf([triples]);
    const [explanation] = explain({
      all: [triples],
      readings: {
        ...readings,
        // Each of the unexplained ones has a feature of its own.
        features: (one) => (one === triple ? ['filter'] : ['order', `order ${one.asked}`]),
        touches: (_, { asked }) => asked >= 50,
      },
      facts: undefined,
      violated: [...unexplained, triple, ...[51, 52].map((asked) => ({ asked, came: 3 * asked }))],
      kept: [],
    });
    expect(explanation?.readings).toEqual([triples]);
  });

  it('are tried again for what nothing explained, once another mistake is known', () => {
    const shifts = wrong('shifts', (asked) => 2 * asked + 1);
    const isOf = ({ id }: Reading, { asked }: Doubling): boolean =>
      asked === 3 || (id === 'shifts') === asked < 10;
    const all = [shifts, triples];
    const found = explain({
      all,
      readings: {
        ...readingsOf(all),
        touches: isOf,
        differs: (one, _, readings) => readings.some((reading) => isOf(reading, one)),
        judge(one, _, readings) {
          const touching = readings.filter((reading) => isOf(reading, one));
          // The response to 3 is right by both mistakes together, and refutes each of them alone.
          if (one.asked === 3)
            return touching.length === 1 && touching[0] === shifts ? 'deviates' : 'silent';
          const predicts = all.find((reading) => touching.includes(reading))?.predicts ?? right;
          return predicts(one.asked) === one.came ? 'conforms' : 'deviates';
        },
      },
      facts: undefined,
      violated: [
        ...[2, 4].map((asked) => ({ asked, came: 2 * asked + 1 })),
        ...[20, 22, 24].map((asked) => ({ asked, came: 3 * asked })),
      ],
      kept: [{ asked: 3, came: 6 }],
    });
    expect(found.map(({ readings }) => readings)).toEqual([[triples], [shifts]]);
  });

  /** How many responses are compared with what the reading predicts. */
  const comparedWith = (reading: Wrong, all: readonly Wrong[], doublings: readonly Doubling[]) => {
    const readings = readingsOf(all);
    const compared = new Set<Doubling>();
    const isRight = ({ asked, came }: Doubling): boolean => right(asked) === came;
    const found = explain({
      all,
      readings: {
        ...readings,
        // What is not explained at first is not tried again, because all have the same features.
        features: () => [],
        judge(exchange, facts, some) {
          if (some.includes(reading)) compared.add(exchange);
          return readings.judge(exchange, facts, some);
        },
      },
      facts: undefined,
      violated: doublings.filter((one) => !isRight(one)),
      kept: doublings.filter(isRight),
    });
    return { compared: compared.size, found: found.map(({ readings: [first] }) => first?.id) };
  };
  const tripled = Array.from({ length: 300 }, (_, at) => ({ asked: at + 1, came: 3 * (at + 1) }));

  it('are given up if most of a few predictions are wrong, half of some, or a third of all', () => {
    const comparedUpTo = (last: number) => {
      const some = wrong(`triples up to ${last}`, (asked) => (asked > last ? 7 : 3) * asked);
      const { compared, found } = comparedWith(some, [some], tripled);
      expect(found).toEqual([]);
      return compared;
    };
    expect(comparedUpTo(10)).toBe(8);
    // The samples have 8, 16 and 30 exchanges. The first is a part of the second, and two exchanges
    // of the second are in the third.
    expect(comparedUpTo(120)).toBe(16 + 30 - 2);
    expect(comparedUpTo(180)).toBe(180 + 101);
  });

  it('are given up once they explain too little beside the best one', () => {
    const comparedUpTo = (last: number) => {
      const ofFirst = wrong(`triples up to ${last}`, (asked) => (asked > last ? 2 : 3) * asked);
      const { compared, found } = comparedWith(ofFirst, [triples, ofFirst], tripled);
      expect(found).toEqual(['triples']);
      return compared;
    };
    // A sample of 16 shows that it explains less than 37.5 %.
    expect(comparedUpTo(90)).toBe(16);
    // It does not explain 76 of the 300, so that less than 75 % are left.
    expect(comparedUpTo(120)).toBe(120 + 76);
  });

  it('are not given up because of a reading that a conforming exchange refutes', () => {
    const isFirst = (asked: number): boolean => asked > 0 && asked <= 90;
    const ofFirst = wrong('triples up to 90', (asked) => (isFirst(asked) ? 3 : 2) * asked);
    const kept = Array.from({ length: 200 }, (_, at) => ({ asked: -at, came: -2 * at }));
    const ofAll = wrong('triples but one', (asked) =>
      asked === -1 ? 7 : (asked > 0 ? 3 : 2) * asked,
    );
    const { found } = comparedWith(ofFirst, [ofAll, ofFirst], [...tripled, ...kept]);
    expect(found).toEqual(['triples up to 90']);
  });

  it('are refuted by a few conforming exchanges of all kinds, before the violated ones', () => {
    const half = tripled.map(({ asked, came }) => ({
      asked,
      came: asked > 150 ? 2 * asked : came,
    }));
    const upTo150 = wrong('triples up to 150', (asked) => (asked > 150 ? 2 * asked : 3 * asked));
    const { compared, found } = comparedWith(triples, [triples, upTo150], half);
    expect(found).toEqual(['triples up to 150']);
    expect(compared).toBe(2);
  });

  it('have rivals that explain nearly as much', () => {
    const upToThree = wrong('triples up to 3', (asked) => (asked > 3 ? 2 * asked : 3 * asked));
    const ofTwo = wrong('triples 1 and 2', (asked) => (asked > 2 ? 2 * asked : 3 * asked));
    // A wrong prediction counts twice.
    const wrongOfFour = wrong('7 times 4', (asked) => (asked > 3 ? 7 * asked : 3 * asked));
    const all = [wrongOfFour, upToThree, triples, ofTwo];
    const [explanation] = explain({
      all,
      readings: readingsOf(all),
      facts: undefined,
      violated: [1, 2, 3, 4].map((asked) => ({ asked, came: 3 * asked })),
      kept: [],
    });
    expect(explanation?.readings).toEqual([triples]);
    expect(explanation?.rivals).toEqual([upToThree]);
  });

  it('are named together if nothing tells them apart', () => {
    const [a, b] = [triples, wrong('adds itself twice', (asked) => asked + 2 * asked)];
    expect(
      explained(
        [a, b],
        [
          [1, 3],
          [2, 6],
        ],
      ),
    ).toEqual([[['triples', 'adds itself twice'], 2]]);
    expect(
      explained(
        [a, wrong('triples all', a.predicts, 'triples')],
        [
          [1, 3],
          [2, 6],
        ],
      ),
    ).toEqual([[['triples'], 2]]);
  });

  it('stand beside each other for two mistakes', () => {
    const exchanges = [
      [1, 3],
      [3, 9],
      [5, 15],
      [4, 9],
      [6, 12],
      [2, 4],
    ] as const;
    expect(explained([ofOdd, ofOne], exchanges)).toEqual([
      [['triples odd numbers'], 3],
      [['adds one to 4'], 1],
    ]);
  });

  it('explain a single exchange only if others could have refuted them', () => {
    expect(explained([ofOne], [[4, 9]])).toEqual([]);
    expect(
      explained(
        [ofOne],
        [
          [4, 9],
          [1, 2],
          [2, 4],
        ],
      ),
    ).toEqual([[['adds one to 4'], 1]]);
  });

  it('do not explain what they predict wrongly', () => {
    expect(
      explained(
        [triples],
        [
          [1, 3],
          [2, 7],
          [3, 8],
        ],
      ),
    ).toEqual([]);
    expect(explained([], [[1, 3]])).toEqual([]);
  });
});

describe('a fact', () => {
  const atTimes: Wrong = { ...wrong('is 0 at times', () => 0), isFact: true };
  const zeros: readonly (readonly [number, number])[] = [
    [1, 0],
    [3, 0],
    [5, 0],
  ];

  it('is named for three responses that no mistake explains', () => {
    expect(explained([atTimes, ofOdd], zeros)).toEqual([[['is 0 at times'], 3]]);
    expect(explained([atTimes, ofOdd], zeros.slice(1))).toEqual([]);
  });

  it('is named for the responses of a mistake, too, if it states many more', () => {
    const large = wrong('from 100 on, gives 0', (asked) => (asked >= 100 ? 0 : 2 * asked));
    const zerosFrom = (first: number, count: number) =>
      Array.from({ length: count }, (_, at): [number, number] => [first + at, 0]);
    const beside = (count: number) =>
      explained([atTimes, large], [...zerosFrom(100, 3), ...zerosFrom(1, count)]);
    expect(beside(9)).toEqual([[['is 0 at times'], 12]]);
    expect(beside(8)).toEqual([
      [['from 100 on, gives 0'], 3],
      [['is 0 at times'], 8],
    ]);
  });

  it('is named instead of a plain mistake that only one response states', () => {
    const large = wrong('from 100 on, gives 0', (asked) => (asked >= 100 ? 0 : 2 * asked));
    const plain: Wrong = { ...large, isPlain: true };
    const beside = (...others: readonly (readonly [number, number])[]) =>
      explained([atTimes, plain], [...others, ...zeros]);
    expect(beside([101, 0])).toEqual([[['is 0 at times'], 4]]);
    expect(beside([101, 0], [103, 0])).toEqual([
      [['from 100 on, gives 0'], 2],
      [['is 0 at times'], 3],
    ]);
  });

  it('is not named beside a mistake that explains the same', () => {
    const ofNothing = wrong('gives 0', () => 0);
    expect(explained([atTimes, ofNothing], zeros)).toEqual([[['gives 0'], 3]]);
  });
});
