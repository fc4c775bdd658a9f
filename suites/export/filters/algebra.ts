import { property } from '../../../src/harness/property.js';
import { type Context, describeAnswer, deviates, skip } from '../../../src/harness/suite.js';
import { describeFilter } from '../../../src/protocol/export/filter.js';
import { checks, requestProducts, tryPage } from '../ask.js';
import { comparisonRulesOf } from '../survey/comparison-rules.js';
import { surveyOf } from '../survey/survey.js';
import { nullSpellingOf, wireEncodingOf } from '../survey/wire-encoding.js';
import { type Count, judgeRelation } from './metamorphic-relations.js';
import { arbitraryRelation, contrastingRelations, notableRelations } from './relations.js';

/** Requests that a relation costs on average. */
const COST = 2.6;

export const metamorphicRelations = checks({
  'EXP-FILT-16 export.filter.algebra': {
    title: 'the totals of related filters',
    requests: { least: 3, most: 40 },
    async run(context: Context) {
      const survey = await surveyOf(context);
      const [wireEncoding, comparisonRules] = [await wireEncodingOf(context), await comparisonRulesOf(context)];
      const nullable = (await nullSpellingOf(context)) !== undefined;
      const facts = { survey, comparisonRules, nullable };
      const relations = arbitraryRelation(facts);
      const count: Count = async (filter) => {
        const answer = await requestProducts(context, { filter, limit: 1, wireEncoding });
        if (answer.status >= 400 && answer.status < 500 && answer.status !== 404) return undefined;
        const wanted = answer.status === 200 ? 'a list of products' : `status 200 for ${describeFilter(filter)}`;
        return tryPage(answer) ?? deviates(wanted, describeAnswer(answer), answer);
      };
      if (relations === undefined) {
        const contrasting = contrastingRelations(facts);
        for (const relation of contrasting) await judgeRelation(relation, count);
        return (
          contrasting.map(({ name }) => name).join('; ') || skip('data', 'needs a column with numbers or plain words')
        );
      }
      const names = new Set<string>();
      const tried = await property(
        context,
        relations,
        async (relation) => {
          names.add(relation.name.split(' on ')[0] ?? '');
          await judgeRelation(relation, count);
        },
        { cost: COST, examples: notableRelations(facts) },
      );
      return `${tried} relations hold, such as: ${[...names].slice(0, 3).join('; ')}`;
    },
  },
});
