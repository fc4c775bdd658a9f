import fc from 'fast-check';
import { Found, property, skip } from '../../../src/harness/index.js';
import { type Filter, withOneLess } from '../../../src/protocol/export/filter.js';
import { PLAIN, type Route } from '../../../src/protocol/export/question.js';
import { check } from '../check.js';
import { expectedRecords, judgeRecords, requestRecords, unlessTooLong } from '../judge/expected-records.js';
import { distinguishingFilters, keepsSome, SAMPLE } from '../mutants/distinguishing-filters.js';
import type { Semantics } from '../oracle/criterion.js';
import { Truths } from '../oracle/filter.js';
import { exactKeyRangeOf } from '../survey/key-range.js';
import { semanticsOf } from '../survey/semantics.js';
import { nullSpellingOf, spellingOf } from '../survey/spelling.js';
import type { Survey } from '../survey/survey.js';
import { arbitraryFilter } from './arbitrary-filter.js';

/** Random filters to choose examples from. */
const POOL = 160;

/** Random filters that tell most of a faulty server, the same ones for the same data whatever the seed. */
function examplesOf(
  filters: fc.Arbitrary<Filter>,
  survey: Survey,
  semantics: Semantics,
  most: number,
): readonly Filter[] {
  const sample = new Truths(survey.records.slice(0, SAMPLE), survey.columns, semantics);
  const candidates = fc
    .sample(filters, { seed: 1, numRuns: POOL })
    .map((filter) => ({ filter, truths: [...sample.of(filter)] }))
    .filter(keepsSome);
  return distinguishingFilters(candidates, sample, most);
}

interface Asked {
  readonly filter: Filter;
  readonly route: Route;
  readonly accept: string | undefined;
}

const isDeviation = (error: unknown): error is Found => error instanceof Found && error.finding.kind === 'deviates';

/** Questions that making a counterexample smaller may cost, once shrinking has come to its end. */
const LESS = 24;

/** Shrinking takes criteria away from the beginning of a list only: here each is tried. The replay stays the same. */
async function withFewestCriteria(
  error: unknown,
  failing: Asked,
  judge: (asked: Asked) => Promise<void>,
): Promise<unknown> {
  let [smallest, last, left] = [failing, error, LESS];
  for (let changed = true; changed; ) {
    changed = false;
    for (const filter of withOneLess(smallest.filter)) {
      if (left <= 0) break;
      left -= 1;
      const thrown = await judge({ ...smallest, filter }).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (!isDeviation(thrown)) continue;
      [smallest, last, changed] = [{ ...smallest, filter }, thrown, true];
      break;
    }
  }
  if (!isDeviation(last) || !isDeviation(error)) return error;
  const { replay } = error.finding as { readonly replay?: string };
  return new Found({ ...last.finding, ...(replay === undefined ? {} : { replay }) } as Found['finding']);
}

export const randomFilters = [
  check({
    id: 'export.filter.random',
    clauses: ['EXP-FILT-17'],
    title: 'random filters give exactly the records that an evaluation of the snapshot gives',
    requests: { least: 2, most: 22 },
    async run(context) {
      const survey = await exactKeyRangeOf(context);
      const [spelling, semantics, nullSpelling] = [
        await spellingOf(context),
        await semanticsOf(context),
        await nullSpellingOf(context),
      ];
      const filters = arbitraryFilter(survey, nullSpelling !== undefined, spelling.arrayEncoding !== 'comma');
      if (filters === undefined) return skip('data', 'needs a column with two different values');
      const route: fc.Arbitrary<Route> = fc.constantFrom('v2', 'v2', 'legacy');
      const accept = fc.constantFrom(undefined, undefined, PLAIN);
      const examples = examplesOf(filters, survey, semantics, Math.ceil(context.budget.requests / 2)).map((filter) => ({
        filter,
        route: 'v2' as const,
        accept: undefined,
      }));
      let kept = 0;
      const judge = async ({ filter, ...how }: Asked): Promise<void> => {
        const page = await requestRecords(context, survey, { filter, spelling, ...how }).catch(unlessTooLong);
        if (page === undefined) return;
        judgeRecords(page, expectedRecords(filter, survey, semantics), survey, semantics);
        if (page.records.length > 0 && page.records.length < survey.total) kept += 1;
      };
      let failing: Asked | undefined;
      const tried = await property(
        context,
        fc.record({ filter: filters, route, accept }),
        (asked) =>
          judge(asked).catch((error: unknown) => {
            if (isDeviation(error)) failing = asked;
            throw error;
          }),
        { examples },
      ).catch(async (error: unknown) => {
        throw failing === undefined ? error : await withFewestCriteria(error, failing, judge);
      });
      return `${tried} random filters, ${kept} of which kept some records and left out some`;
    },
  }),
];
