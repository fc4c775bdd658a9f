import { deviates } from '../../src/harness/index.js';
import { unfinished } from './ending.js';
import type { Given, Recorded, Recording } from './recording.js';
import type { Scenario } from './scenario.js';

interface Route {
  readonly name: string;
  readonly title: string;
  readonly task: string;
  readonly path: (given: Given) => string;
}

const FILTER = ['color', 'red'] as const;
const legacyPath = ({ siteId, channelId }: Given): string => `/${siteId}/${channelId}`;

const routes: readonly Route[] = [
  {
    name: 'products',
    title: 'the v2 route',
    task: 'export-all 10',
    path: ({ siteId, channelId, destinationId }) =>
      `/sites/${siteId}/channels/${channelId}/destinations/${destinationId}/products`,
  },
  { name: 'legacy', title: 'the legacy route', task: 'export-legacy', path: legacyPath },
  {
    name: 'legacy-filtered',
    title: 'the filtered legacy route',
    task: `export-legacy-filtered ${FILTER.join(' ')}`,
    path: (given) => `${legacyPath(given)}/${FILTER.join('/')}`,
  },
];

/** The headers that each route of the export API asks for; the first of the checks judges all calls of all scenarios. */
export const exportHeaders: readonly Scenario[] = routes.map(({ name, title, task, path }, index) => ({
  id: `clients.export.headers-${name}`,
  clauses: ['CLI-EXP-1'],
  title: `Every call of ${title} carries its headers`,
  task,
  script: { products: { count: 25 } },
  judge(recording) {
    expectHeaders(recording);
    const there = recording.requests.filter(
      (request) => request.host === 'export' && request.path === path(recording.given),
    );
    if (there.length === 0) unfinished(`a call of ${path(recording.given)}`, 'none', recording);
    return `${there.length} calls of ${title} with ${name === 'products' ? 'the token' : 'both headers'}`;
  },
  ...(index === 0 ? { everywhere: expectHeaders } : {}),
}));

/** The token on every call but `GET /`, and the destination on the legacy routes. */
function expectHeaders({ given, requests }: Recording): void {
  const legacy = legacyPath(given);
  for (const call of requests.filter(({ host, path }) => host === 'export' && path !== '/')) {
    expectHeader(call, 'X-EA-Auth-Token', given.exportToken);
    if (call.path === legacy || call.path.startsWith(`${legacy}/`))
      expectHeader(call, 'X-Destination-Id', String(given.destinationId));
  }
}

function expectHeader(call: Recorded, name: string, value: string): void {
  const sent = call.header(name);
  if (sent === value) return;
  deviates(`${name} on ${call.path}`, sent === undefined ? 'none' : `another value, ${sent}`, call.answer);
}
