import { property } from '../../../src/harness/property.js';
import { type Context, describeAnswer, deviates, skip } from '../../../src/harness/suite.js';
import { describeFilter } from '../../../src/protocol/export/filter.js';
import { checks, requestProducts, tryPage } from '../ask.js';
import { comparisonRulesOf } from '../survey/comparison-rules.js';
import { surveyOf } from '../survey/survey.js';
import { nullSpellingOf, wireEncodingOf } from '../survey/wire-encoding.js';
import { type Count, judgeRelation } from './metamorphic-relations.js';
import { relationsOn } from './relations.js';

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
      const { values, examples } =
        relationsOn({ survey, comparisonRules, nullable }) ??
        skip('data', 'needs a column with numbers or plain words');
      const count: Count = async (filter) => {
        const answer = await requestProducts(context, { filter, limit: 1, wireEncoding });
        if (answer.status >= 400 && answer.status < 500 && answer.status !== 404) return undefined;
        const wanted = answer.status === 200 ? 'a list of products' : `status 200 for ${describeFilter(filter)}`;
        return tryPage(answer) ?? deviates(wanted, describeAnswer(answer), answer);
      };
      const names = new Set<string>();
      const tried = await property(
        context,
        values,
        async (relation) => {
          names.add(relation.name.split(' on ')[0] ?? '');
          await judgeRelation(relation, count);
        },
        { cost: COST, examples },
      );
      return `${tried} relations hold, such as: ${[...names].slice(0, 3).join('; ')}`;
    },
  },
});
