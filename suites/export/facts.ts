import type { Context } from '../../src/harness/suite.js';
import type { Known } from './known.js';
import type { Column } from './oracle/column.js';
import { keyRangeOf } from './survey/key-range.js';
import { orderedByKnown } from './survey/order-spelling.js';
import { semanticsOf } from './survey/semantics.js';
import { nullSpellingOf, spellingOf } from './survey/spelling.js';
import { surveyOf } from './survey/survey.js';

/** What is known of the data and of the target's ways, learned once. */
export const knownOf = (context: Context): Promise<Known> =>
  context.facts.learn('export.known', async (inner) => {
    const survey = await surveyOf(inner);
    const [semantics, spelling, nullSpelling, orderSpelling] = [
      await semanticsOf(inner),
      await spellingOf(inner),
      await nullSpellingOf(inner),
      await orderedByKnown(inner),
    ];
    return {
      survey,
      range: await keyRangeOf(inner),
      semantics,
      spelling,
      nullSpelling,
      orderBy: (column: Column) => orderSpelling(column),
    };
  });
