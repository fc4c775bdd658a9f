import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { knownOf, listOf, TARGET } from '../../../tests/export/exchange-of.js';
import { sqlComparison } from '../model/oracle/criterion.js';
import { experiments } from './experiments.js';
import { readings } from './index.js';
import { isEmptyList, predictionOf } from './prediction.js';
import type { ExportReading } from './reading.js';

const PRODUCTS: readonly ProductRecord[] = Array.from({ length: 12 }, (_, at) => ({
  id: at + 1,
  name: ['Lamp', 'Desk', 'Sofa'][at % 3] ?? '',
  price: 10 * (at + 1),
}));
const KNOWN = knownOf(PRODUCTS, { comparisonRules: sqlComparison });

/** The questions that test these readings, if they explained the response to this one. */
function experimentsFor(question: ProductsQuestion, ...sentences: readonly string[]) {
  const exchange = listOf(question, []);
  const known = readings.all([exchange], KNOWN).filter((one) => 'touches' in one);
  const all = sentences.flatMap(
    (sentence) => known.find((one): one is ExportReading => one.sentence === sentence) ?? [],
  );
  expect(all).toHaveLength(sentences.length);
  const found = experiments(
    { readings: all, alike: [], rivals: [], exchanges: new Set([exchange]) },
    KNOWN,
  );
  return { all, found };
}

const predictedBy = (question: ProductsQuestion, ...some: readonly ExportReading[]) =>
  predictionOf(question, TARGET, KNOWN, some);

describe('an experiment', () => {
  it('is a question for which the mistake predicts another response', () => {
    const asked = { filter: only(where('price', '>=', 50)) };
    const { all, found } = experimentsFor(asked, '`>=` is evaluated as `>`');
    expect(found.length).toBeGreaterThan(0);
    for (const question of found)
      expect(predictedBy(question, ...all)).not.toBe(predictedBy(question));
  });

  it('tells mistakes apart', () => {
    const asked = { filter: only(where('price', '>=', 50)) };
    const { all, found } = experimentsFor(
      asked,
      '`>=` is evaluated as `>`',
      'numbers are compared as texts by `>`, `<`, `>=` and `<=`',
    );
    const [first] = found;
    const [one, other] = all;
    if (first === undefined || one === undefined || other === undefined)
      return expect.fail('no experiment');
    expect(predictedBy(first, one)).not.toBe(predictedBy(first, other));
  });

  it('is a value by which the mistake would find records that do not match', () => {
    const asked = { filter: only(where('name', '=', "Kid's")) };
    const { all, found } = experimentsFor(asked, 'the server cuts a value at an apostrophe');
    const finding = found.filter(
      (question) =>
        isEmptyList(predictedBy(question) ?? '') &&
        !isEmptyList(predictedBy(question, ...all) ?? ';'),
    );
    expect(finding.length).toBeGreaterThan(0);
  });

  it('contains one criterion of several', () => {
    const asked = {
      filter: only(where('price', '>=', 50), where('name', '=', 'Lamp')),
    };
    const { found } = experimentsFor(asked, '`>=` is evaluated as `>`');
    expect(found.map(({ filter }) => filter?.groups[0]?.criteria.length)).toContain(1);
  });

  it('is not made for a mistake that the response itself states', () => {
    const question = { token: null };
    const exchange = listOf(question, PRODUCTS);
    const stating = readings.all([exchange], KNOWN).filter(({ isPlain }) => isPlain);
    expect(stating.length).toBeGreaterThan(0);
    expect(
      experiments(
        { readings: stating, alike: [], rivals: [], exchanges: new Set([exchange]) },
        KNOWN,
      ),
    ).toEqual([]);
  });
});
