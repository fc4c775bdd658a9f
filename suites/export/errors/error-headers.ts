import { type Context, deviates, skip } from '../../../src/harness/index.js';
import { check } from '../check.js';
import { mistakesIn } from '../judge/mistakes.js';
import { exportOf, JSON_API, PLAIN, productsRequestOf } from '../request/products-request.js';
import { documentedAmong, makeMistakes } from './mistakes-made.js';

/**
 * The errors of mistakes that have a documented status, in one format: those that were seen, whoever asked, with the
 * mistakes themselves as far as requests are left.
 */
async function errorsSeen(context: Context, accept: string): ReturnType<typeof makeMistakes> {
  // Half of the requests are for each format.
  await makeMistakes(context, accept, { least: Math.min(1, context.budget.requests), each: 2 });
  return documentedAmong(
    context.run.seen().flatMap((answer) => {
      const request = productsRequestOf(answer);
      if (request?.accept !== accept) return [];
      const [mistake, second] = mistakesIn(exportOf(context), request) ?? [];
      return mistake === undefined || second !== undefined || mistake.error === 'no data'
        ? []
        : [[mistake.error, answer] as const];
    }),
  );
}

/** The most requests of `errorsSeen` in both formats. */
const OF_BOTH_FORMATS = 18;

/** What stands in the header of an error. */
export const errorHeaders = [
  check({
    id: 'export.error.media-type',
    clauses: ['EXP-ERR-6'],
    title: 'the media type of an error is the negotiated one',
    requests: { least: 0, most: OF_BOTH_FORMATS },
    together: 'export.error.seen',
    last: true,
    async run(context) {
      for (const accept of [PLAIN, JSON_API]) {
        for (const [name, answer] of await errorsSeen(context, accept)) {
          if (answer.mediaType !== accept)
            deviates(`Content-Type ${accept} (${name})`, answer.mediaType || 'none', answer);
        }
      }
      return `errors come as ${PLAIN} and as ${JSON_API}`;
    },
  }),
  check({
    id: 'export.error.www-authenticate',
    clauses: ['EXP-ERR-7'],
    title: 'a 401 carries WWW-Authenticate',
    requests: { least: 0, most: OF_BOTH_FORMATS },
    together: 'export.error.seen',
    last: true,
    async run(context) {
      const answers = [...(await errorsSeen(context, PLAIN)), ...(await errorsSeen(context, JSON_API))];
      const refused = answers.map(([, answer]) => answer).filter(({ status }) => status === 401);
      if (refused.length === 0) skip('prerequisite', 'a request without a token must answer 401');
      for (const answer of refused) {
        if (answer.header('www-authenticate') === undefined) deviates('WWW-Authenticate', 'none', answer);
      }
      return `${refused.length} answers 401 with WWW-Authenticate`;
    },
  }),
];
