import type { Context } from '../../src/harness/suite.js';
import { firstPage } from './ask.js';
import { unknownAmong } from './judge/expected-records.js';
import { unlearnedComparison } from './oracle/criterion.js';
import { comparisonRulesOf } from './survey/comparison-rules.js';
import { type Known, nothing } from './survey/data.js';
import { keyRangeOf } from './survey/key-range.js';
import { surveyOf } from './survey/survey.js';
import { nullSpellingOf, orderEncodingOf, wireEncodingOf } from './survey/wire-encoding.js';

/** What is known of the data and of the target's ways, learned once. */
export const knownOf = (context: Context): Promise<Known> =>
  context.facts.learn('export.known', async (inner) => {
    const { records, meta } = await firstPage(inner);
    if (records.length === 0 && meta !== undefined) return knownToBeEmpty;
    const [whole, survey] = [await surveyOf(inner), await keyRangeOf(inner)];
    return {
      survey,
      // Records of the sample and of the key range, each once.
      whole:
        survey === whole
          ? whole
          : { ...whole, records: [...whole.records, ...unknownAmong(survey.records, whole.records, whole)] },
      comparisonRules: await comparisonRulesOf(inner),
      wireEncoding: await wireEncodingOf(inner),
      nullSpelling: await nullSpellingOf(inner),
      orderBy: (await orderEncodingOf(inner)).by,
    };
  });

/** A destination whose envelope is empty: every list of it is, and there is no value to ask for. */
const knownToBeEmpty: Known = {
  survey: nothing,
  whole: nothing,
  comparisonRules: unlearnedComparison,
  wireEncoding: { arrayEncoding: 'indexed', nullSpelling: 'NULL' },
  nullSpelling: undefined,
  orderBy: ({ name }) => name,
};
