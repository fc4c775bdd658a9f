import { describeAnswer, observed } from '../../../src/harness/suite.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { httpRequest } from '../../../src/protocol/export/question.js';
import { INTEGERS } from '../../../src/protocol/shapes/shapes.js';
import { exportOf, requestProducts } from '../ask.js';
import { check } from '../check.js';
import { observe } from '../judge/observe.js';
import { tryPage } from '../product-page.js';
import { filteredRoute } from '../survey/filtered-route.js';
import { firstPage } from '../survey/survey.js';

const WIDE = INTEGERS['wide by 2^32'];

/** What the document leaves open about routes. */
export const openRoutes = [
  check({
    id: 'export.route.borderline-ids',
    clauses: ['EXP-ROUTE-10'],
    title: 'ids in the path that are no integers, and an unknown destination',
    requests: { least: 2, most: 4 },
    async run(context) {
      await firstPage(context);
      const cases = [
        ['destination 999999999', { destinationId: '999999999' }],
        ['site abc', { siteId: 'abc' }],
        ['channel abc', { channelId: 'abc' }],
        ['destination abc', { destinationId: 'abc' }],
      ] as const;
      return observe(context, context.budget.take(cases), 'ids that the document leaves open');
    },
  }),
  check({
    id: 'export.route.foreign-ids',
    clauses: ['EXP-ROUTE-11'],
    title: 'a site or channel that the destination does not belong to',
    requests: { least: 2, most: 3 },
    async run(context) {
      await firstPage(context);
      const { siteId = 0, channelId = 0 } = exportOf(context);
      const rows = [];
      let leak: string | undefined;
      for (const [question, ids] of context.budget.take([
        ['another site', { siteId: String(siteId + 7919) }],
        ['another channel', { channelId: String(channelId + 7919) }],
        ['both beyond 32 bits', { siteId: WIDE(String(siteId)), channelId: WIDE(String(channelId)) }],
      ] as const)) {
        const answer = await requestProducts(context, { ...ids, limit: 1 });
        rows.push({ question, answer: describeAnswer(answer) });
        if ((tryPage(answer)?.records.length ?? 0) > 0) leak = `${question} answers with product data`;
        if (answer.status >= 500) leak = `${question} answers ${answer.status}`;
      }
      return observed('what a foreign site or channel answers', rows, leak);
    },
  }),
  check({
    id: 'export.route.filtered-filters',
    clauses: ['EXP-ROUTE-6'],
    title: 'filters on the legacy filtered route',
    requests: 1,
    async run(context) {
      const route = await filteredRoute(context);
      const filter = only(where(route.column, '!=', route.value));
      return observe(
        context,
        [['filters that exclude the value of the path', { route, filter, limit: 1 }]],
        'what filters do on the legacy filtered route',
      );
    },
  }),
  check({
    id: 'export.route.methods',
    clauses: ['EXP-ROUTE-9'],
    title: 'methods other than GET on the products path',
    requests: { least: 2, most: 5 },
    permission: 'unsafeMethods',
    async run(context) {
      await firstPage(context);
      const rows = [];
      let warning: string | undefined;
      for (const method of context.budget.take(['DELETE', 'POST', 'PUT', 'PATCH', 'OPTIONS'])) {
        const answer = await context.ask({ ...httpRequest(exportOf(context), {}), method });
        rows.push({ question: method, answer: describeAnswer(answer) });
        // 501 refuses a method, and 502 to 504 say nothing of it.
        if (method !== 'OPTIONS' && (answer.ok || answer.status === 500))
          warning = `${method} answers ${answer.status} on a read-only API`;
      }
      return observed('what methods other than GET answer', rows, warning);
    },
  }),
];
