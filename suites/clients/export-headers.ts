import { deviates, inconclusive } from '../../src/harness/index.js';
import type { Given, Recorded } from './recording.js';
import { ending, type Scenario } from './scenario.js';

interface Route {
  readonly name: string;
  readonly title: string;
  readonly task: string;
  readonly path: (given: Given) => string;
  readonly destinationHeader: boolean;
}

const FILTER = ['color', 'red'] as const;

const routes: readonly Route[] = [
  {
    name: 'products',
    title: 'the v2 route',
    task: 'export-all 10',
    path: ({ siteId, channelId, destinationId }) =>
      `/sites/${siteId}/channels/${channelId}/destinations/${destinationId}/products`,
    destinationHeader: false,
  },
  {
    name: 'legacy',
    title: 'the legacy route',
    task: 'export-legacy',
    path: ({ siteId, channelId }) => `/${siteId}/${channelId}`,
    destinationHeader: true,
  },
  {
    name: 'legacy-filtered',
    title: 'the filtered legacy route',
    task: `export-legacy-filtered ${FILTER.join(' ')}`,
    path: ({ siteId, channelId }) => `/${siteId}/${channelId}/${FILTER.join('/')}`,
    destinationHeader: true,
  },
];

/** The headers that each route of the export API asks for. */
export const exportHeaders: readonly Scenario[] = routes.map(({ name, title, task, path, destinationHeader }) => ({
  id: `clients.export.headers-${name}`,
  clauses: ['CLI-EXP-1'],
  title: `Every call of ${title} carries its headers`,
  task,
  script: { products: { count: 25 } },
  judge(recording) {
    const { given, requests } = recording;
    const calls = requests.filter((one) => one.host === 'export' && one.path !== '/');
    for (const call of calls) {
      expectHeader(call, 'X-EA-Auth-Token', given.exportToken);
      if (call.path === path(given) && destinationHeader)
        expectHeader(call, 'X-Destination-Id', String(given.destinationId));
    }
    const there = calls.filter((call) => call.path === path(given)).length;
    if (there === 0) inconclusive(`no call of ${path(given)}: ${ending(recording)}`);
    return `${there} calls of ${title} with ${destinationHeader ? 'both headers' : 'the token'}`;
  },
}));

function expectHeader(call: Recorded, name: string, value: string): void {
  const sent = call.header(name);
  if (sent === value) return;
  deviates(`${name} on ${call.path}`, sent === undefined ? 'none' : `another value, ${sent}`, call.answer);
}
