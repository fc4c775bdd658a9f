import {
  DESTINATION_HEADER,
  nameRoute,
  pathOf,
  type Route,
  TOKEN_HEADER,
} from '../../src/protocol/export/question.js';
import { type Recorded, type Recording, withField } from './recording.js';
import { deviation, type Rule, unfinished } from './rule.js';
import { type ClientTopics, must, type ScenarioRow } from './topic.js';

/** The path of a legacy route: `/<site>/<channel>`, optionally followed by `/<column>/<value>`. */
const LEGACY = /\/\d+\/\d+(?:\/[^/]+\/[^/]+)?$/;

/**
 * The clause that export calls have the token header and, on legacy routes, the destination header.
 */
export const exportHeaders = {
  'CLI-EXP-1': {
    clause: must(
      'an export client sends `X-EA-Auth-Token` on every call except `GET /`, and `X-Destination-Id` on legacy routes',
    )
      .in('Authentication, Export API, items 1 and 5')
      .judged('Checks the headers of each call.'),
    scenarios: {
      'clients.export.headers-products': {
        ...headersOn('v2', 'export-all 10'),
        everywhere: hasHeaders,
      },
      'clients.export.headers-legacy': headersOn('legacy', 'export-legacy'),
      'clients.export.headers-legacy-filtered': headersOn(
        { column: 'color', value: 'red' },
        'export-legacy-filtered color red',
      ),
    },
    traffic: {
      'clients.traffic.headers': {
        title: 'Headers of the calls of the export API',
        tests: (recording) => withField(TOKEN_HEADER, documentedCalls(recording)),
        rule: hasHeaders,
      },
    },
  },
} satisfies ClientTopics;

function headersOn(route: Route, task: string): ScenarioRow {
  return {
    title: `Headers of a call of ${nameRoute(route)}`,
    task,
    script: { products: { count: 25 } },
    rules: [hasHeaders, callsRoute(route)],
  };
}

function callsRoute(route: Route): Rule {
  return (recording) => {
    const { siteId, channelId, destinationId } = recording.given;
    const path = pathOf(route, `${siteId}`, `${channelId}`, `${destinationId}`);
    const isMade = recording.requests.some((one) => one.host === 'export' && one.path === path);
    return isMade ? undefined : unfinished(`a call of ${path}`, 'none', recording);
  };
}

/** The calls of documented routes, except `GET /`, which needs no headers. */
const documentedCalls = ({ requests }: Recording): readonly Recorded[] =>
  requests.filter(
    ({ host, path }) => host === 'export' && (path.endsWith('/products') || LEGACY.test(path)),
  );

/**
 * Tests that calls have the required headers. In recorded traffic of a client's normal work the
 * right values are unknown. There only documented routes are tested, and any value is accepted.
 */
function hasHeaders(recording: Recording): ReturnType<Rule> {
  const { isTraffic = false, requests } = recording;
  const all = requests.filter(({ host, path }) => host === 'export' && path !== '/');
  for (const call of isTraffic ? documentedCalls(recording) : all) {
    for (const [name, value] of wantedHeaders(call, recording)) {
      const sent = call.header(name);
      if (sent === undefined) return deviation(`${name} on ${call.path}`, 'none', call);
      if (isTraffic || sent === value) continue;
      return deviation(`${name} on ${call.path}`, `another value, ${sent}`, call);
    }
  }
  return undefined;
}

function wantedHeaders({ path }: Recorded, { given }: Recording): readonly [string, string][] {
  const token: [string, string] = [TOKEN_HEADER, given.exportToken];
  const isLegacy = /\/\d+\/\d+(?:\/|$)/.test(path);
  return isLegacy ? [token, [DESTINATION_HEADER, String(given.destinationId)]] : [token];
}
