import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import {
  DEFAULT_LIMIT,
  PLAIN,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import { KNOWN, listOf, RECORDS, responseTo } from '../../../tests/export/exchange-of.js';
import { misunderstoodReadings } from './misunderstood.js';

const noNumber = { filter: only(where('price', '=', 'NaN')) };
const noColumn = { filter: only(where('assay_no_such_column', '=', 1)) };
const noValue: ProductsQuestion = {
  extra: [
    ['filters[0][criteria][0][column]', 'price'],
    ['filters[0][criteria][0][operator]', '='],
  ],
};

const whole = (question: ProductsQuestion) =>
  listOf(question, RECORDS, { total: RECORDS.length, limit: DEFAULT_LIMIT, offset: 0 });
const refused = (question: ProductsQuestion) =>
  responseTo({ ...question, accept: PLAIN }, { status: 400, body: { error: 'What?' } });

/** The first reading that predicts all these responses. */
const named = (...questions: readonly ProductsQuestion[]): string | undefined => {
  const violated = questions.map(whole);
  return misunderstoodReadings(violated, KNOWN).find((reading) =>
    violated.every((one) => reading.response?.(one, KNOWN) === true),
  )?.sentence;
};

describe('filters that cannot be understood, and select every record (EXP-HARD-2)', () => {
  it('are named by what cannot be understood', () => {
    expect(named(noNumber)).toBe('a value for numbers that is `NaN` selects every record');
    expect(named(noColumn)).toBe('a criterion on an unknown column selects every record');
    expect(named(noValue)).toBe('a criterion without `[value]` selects every record');
    expect(named({ filter: only(where('price', '>', '1e200000')) })).toBe(
      '`>` with a number of more than 200,000 digits selects every record',
    );
  });

  it('are named with what they select, if the column has nulls', () => {
    const colored = listOf(
      { filter: only(where('color', 'LIKE', '%\0assay')) },
      RECORDS.filter(({ color }) => color !== null),
    );
    expect(misunderstoodReadings([colored], KNOWN).map(({ sentence }) => sentence)).toContain(
      '`LIKE` with a NUL behind `%` selects every record with a value in the column',
    );
    const [ends] = misunderstoodReadings([colored], KNOWN);
    expect([ends?.sentence, ends?.response?.(colored, KNOWN)]).toEqual([
      'a value is read up to a NUL',
      true,
    ]);
  });

  it('are named together', () => {
    expect(named(noNumber, noValue)).toBe(
      'a value for numbers that is `NaN` or a criterion without `[value]` selects every record',
    );
    expect(named(noNumber, noValue, noColumn)).toBe(
      'a criterion that cannot be understood selects every record',
    );
  });

  it('are refuted by a refusal of the same part', () => {
    const [reading] = misunderstoodReadings([whole(noValue)], KNOWN);
    expect(reading?.response?.(refused(noValue), KNOWN)).toBe(false);
    expect(reading?.response?.(refused(noColumn), KNOWN)).toBeUndefined();
  });
});
