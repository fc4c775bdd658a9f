/** Tests recorded traffic of an API client against the clauses for clients. */

import {
  type Answer,
  checkOf,
  type Finding,
  type Suite,
  skipped,
} from '../../src/harness/index.js';
import { REALM_PATH } from '../../src/protocol/templates/token-request.js';
import { membersOf } from '../../src/schema/json-value.js';
import type { IssuedToken, Recorded, Recording } from './recording.js';
import type { ClientTopics, TrafficRow } from './topic.js';
import { clauses, topics } from './topics.js';

const checks = Object.entries<ClientTopics[string]>(topics).flatMap(([clause, { traffic = {} }]) =>
  Object.entries(traffic).map(([id, row]) =>
    checkOf('clients', clauses, {
      id,
      clauses: [clause],
      title: row.title,
      responses: (answers) => findingOf(row, recordingOf(answers)),
    }),
  ),
);

/** The suite cannot test situations that do not occur in the recorded traffic. */
export const clientTraffic: Suite = {
  interface: 'clients',
  clauses,
  preparation: 0,
  checks,
};

function findingOf({ tests, rule }: TrafficRow, recording: Recording): Finding {
  const { length } = tests(recording);
  if (length === 0) return skipped('data', 'no exchange of the recording exercises it');
  const witness = `${length} recorded ${length === 1 ? 'request conforms' : 'requests conform'}`;
  return rule(recording) ?? { kind: 'passed', witness };
}

/**
 * Converts recorded traffic to the recording of a client. The only known setting of the client is
 * its secret, which is read from a token request.
 */
function recordingOf(answers: readonly Answer[]): Recording {
  const start = answers.reduce(
    (first, { sentAt }) => Math.min(first, sentAt),
    Number.POSITIVE_INFINITY,
  );
  const requests = [...answers]
    .sort((a, b) => a.sentAt - b.sentAt)
    .map((answer) => toRecorded(answer, start));
  const tokenRequests = requests.filter(({ host }) => host === 'token');
  const [clientSecret = ''] = tokenRequests.flatMap(secretOf);
  return {
    given: {
      clientId: '',
      clientSecret,
      exportToken: '',
      siteId: 0,
      channelId: 0,
      destinationId: 0,
      ids: [],
      errorText: '',
    },
    isTraffic: true,
    requests,
    tokens: requests.flatMap(tokensOf),
    code: 0,
    stdout: '',
    stderr: '',
  };
}

/**
 * Returns the token that a response issued. Without a positive `expires_in`, the token is assumed
 * never to expire.
 */
function tokensOf({ host, answer, answeredMs }: Recorded): readonly IssuedToken[] {
  const { access_token: value, expires_in: seconds } = membersOf(answer.json);
  if (host !== 'token' || !answer.ok || typeof value !== 'string') return [];
  const isLimited = typeof seconds === 'number' && seconds > 0;
  const lifeMs = isLimited ? seconds * 1000 : Number.POSITIVE_INFINITY;
  return [{ value, issuedMs: answeredMs, endsMs: answeredMs + lifeMs }];
}

function toRecorded(answer: Answer, start: number): Recorded {
  const { request, sentAt, receivedAt } = answer;
  const { pathname, searchParams } = new URL(request.url);
  const realmStart = pathname.indexOf(REALM_PATH);
  const host = request.lane === 'token' ? 'token' : (request.interface as Recorded['host']);
  return {
    host,
    method: request.method ?? 'GET',
    path: host === 'token' && realmStart >= 0 ? pathname.slice(realmStart) : pathname,
    query: searchParams,
    header: (name) =>
      request.headers?.find(([field]) => field.toLowerCase() === name.toLowerCase())?.[1],
    body: request.body ?? '',
    atMs: sentAt - start,
    answeredMs: receivedAt - start,
    answer,
  };
}

/** Returns the secret of a token request: from its form, or else from its Basic credentials. */
function secretOf(request: Recorded): readonly string[] {
  const [, basic = ''] = /^Basic (\S+)$/i.exec(request.header('authorization') ?? '') ?? [];
  const [, password = ''] = Buffer.from(basic, 'base64').toString('utf8').split(/:(.*)/s);
  const secret = new URLSearchParams(request.body).get('client_secret') ?? password;
  return secret === '' ? [] : [secret];
}
