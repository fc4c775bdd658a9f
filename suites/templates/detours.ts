import type { Header } from '../../src/http/index.js';
import { apiCheck } from './check.js';
import { templatesOf } from './endpoint.js';
import { expectNone } from './expect-no-templates.js';
import { withToken } from './templates.js';

/** Other ways to the collection, that what guards it may not know: addresses that a router takes for it, and headers. */
const DETOURS: readonly (readonly [path: string, ...headers: Header[]])[] = [
  ['//V1/export-templates'],
  ['/v1/export-templates'],
  ['/V1/export-templates', ['X-Forwarded-For', '127.0.0.1']],
  ['/V1//export-templates'],
  ['/V1/EXPORT-TEMPLATES'],
  ['/V1/export-templates.json'],
  ['/V1/export-templates', ['Origin', 'http://localhost']],
  ['/V1/export-templates', ['Authorization', '']],
  ['/V1/export-templates;assay=1'],
];

export const detours = apiCheck({
  id: 'templates.bearer.detours',
  clauses: ['ETM-AUTH-2'],
  title: 'without Authorization no templates are given, however the address is written',
  requests: { least: 1, most: DETOURS.length },
  async run(context) {
    const authorized = await withToken(context);
    const ways = context.budget.take(DETOURS, { least: 1 });
    for (const [path, ...headers] of ways) {
      const answer = await context.ask({
        interface: 'templates',
        url: `${templatesOf(context).baseUrl}${path}`,
        headers: [['Accept', 'application/json'], ...headers],
      });
      const named = headers.map(([name, value]) => ` with ${name}: ${value}`).join('');
      expectNone(answer, authorized, `${path}${named}`);
    }
    return `${ways.length} ways round the guard lead nowhere`;
  },
});
