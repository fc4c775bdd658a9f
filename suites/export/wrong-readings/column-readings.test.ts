import { describe, expect, it } from 'vitest';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { knownOf } from '../../../tests/export/exchange-of.js';
import { groupable, groupableTexts } from './column-readings.js';

const namesOf = (columns: readonly { readonly name: string }[]) => columns.map(({ name }) => name);

const surveyOf = (...names: readonly string[]) =>
  knownOf(
    names.map((name, at): ProductRecord => ({ id: at, name, color: at % 2 ? 'red' : 'blue' })),
  ).survey;

describe('the columns to group by', () => {
  it('include unique texts if only they differ in letter case', () => {
    const survey = surveyOf('Lamp', 'lamp', 'Sofa', 'Table');
    expect(namesOf(groupable(survey))).toEqual(['color']);
    expect(namesOf(groupableTexts(survey))).toEqual(['name']);
  });

  it('include no unique texts that no wrong grouping would join', () => {
    expect(namesOf(groupableTexts(surveyOf('A', 'B', 'C', 'D')))).toEqual([]);
  });
});
