import {
  type Answer,
  type CheckRow,
  checksFor,
  checksIn,
  type Suite,
  skipped,
} from '../../src/harness/suite.js';
import { type ClauseId, clauses } from './clauses.js';
import { exportCalls, exportHeaders } from './export-scenarios.js';
import {
  type IssuedToken,
  type Recorded,
  type Recording,
  templateCalls,
  tokenRequests,
} from './recording.js';
import { deviation, type Rule } from './rule.js';
import { secretsInPlace } from './secret-rules.js';
import {
  bearer,
  isSame,
  refusedCalls,
  renewedInTime,
  repeatedWithAnother,
  tokenForms,
} from './token-rules.js';

/** A rule on the requests that it bears on; skipped where there are none. */
const judged = (
  title: string,
  bearsOn: (recording: Recording) => readonly Recorded[],
  rule: Rule,
): CheckRow<never, never> => ({
  title,
  observe(answers) {
    const recording = recordingOf(answers);
    const { length } = bearsOn(recording);
    if (length === 0) return skipped('data', 'no exchange of the recording exercises it');
    const witness = `${length} recorded ${length === 1 ? 'request conforms' : 'requests conform'}`;
    return rule(recording) ?? { kind: 'passed', witness };
  },
});

const REALM = '/realms/External-Applications';

/** The requests of a client as scenarios record them, from recorded exchanges. */
function recordingOf(answers: readonly Answer[]): Recording {
  const start = answers.reduce(
    (first, { sentAt }) => Math.min(first, sentAt),
    Number.POSITIVE_INFINITY,
  );
  const requests = [...answers]
    .sort((a, b) => a.sentAt - b.sentAt)
    .map((answer) => recorded(answer, start));
  const tokens = requests.flatMap((request): readonly IssuedToken[] => {
    const { access_token: value, expires_in: seconds } = Object(request.answer.json);
    const isIssued = request.host === 'token' && request.answer.ok && typeof value === 'string';
    // Where nobody says how long a token lives it does not end.
    const lifeMs =
      typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : Number.POSITIVE_INFINITY;
    return isIssued
      ? [{ value, issuedMs: request.answeredMs, endsMs: request.answeredMs + lifeMs }]
      : [];
  });
  const clientSecret =
    requests.flatMap((one) => (one.host === 'token' ? secretOf(one) : []))[0] ?? '';
  const unknown = {
    clientId: '',
    exportToken: '',
    siteId: 0,
    channelId: 0,
    destinationId: 0,
    ids: [],
    errorText: '',
  };
  return {
    given: { ...unknown, clientSecret },
    isPart: true,
    requests,
    tokens,
    code: 0,
    stdout: '',
    stderr: '',
  };
}

function recorded(answer: Answer, start: number): Recorded {
  const { request, sentAt, receivedAt } = answer;
  const { pathname, searchParams } = new URL(request.url);
  const at = pathname.indexOf(REALM);
  const host = request.lane === 'token' ? 'token' : (request.interface as Recorded['host']);
  return {
    host,
    method: request.method ?? 'GET',
    path: host === 'token' && at >= 0 ? pathname.slice(at) : pathname,
    query: searchParams,
    header: (name) =>
      request.headers?.find(([field]) => field.toLowerCase() === name.toLowerCase())?.[1],
    body: request.body ?? '',
    atMs: sentAt - start,
    answeredMs: receivedAt - start,
    answer,
  };
}

/** The client secret of a form or of Basic credentials. */
function secretOf(request: Recorded): readonly string[] {
  const [, basic = ''] = /^Basic (\S+)$/i.exec(request.header('authorization') ?? '') ?? [];
  const [, password = ''] = Buffer.from(basic, 'base64').toString('utf8').split(/:(.*)/s);
  const secret = new URLSearchParams(request.body).get('client_secret') ?? password;
  return secret === '' ? [] : [secret];
}

const LIMITED = 3;

/** A token request while the token before has most of its life left, although nothing was refused. */
const reused: Rule = (recording) => {
  const asked = tokenRequests(recording).filter(({ answer }) => answer.ok);
  const calls = templateCalls(recording);
  const needless = asked.filter((request, index) => {
    const before = recording.tokens[index - 1];
    if (index === 0 || before === undefined) return false;
    const half = before.issuedMs + (before.endsMs - before.issuedMs) / 2;
    const isRefused = calls.some(
      ({ answer, answeredMs }) =>
        answer.status === 401 && answeredMs >= before.issuedMs && answeredMs <= request.atMs,
    );
    return request.atMs < half && !isRefused;
  });
  // A client that was started again has a reason that is not to be seen.
  if (needless.length < LIMITED) return undefined;
  const more = `${needless.length} more, while the previous token had more than half of its lifetime left`;
  return deviation('one token request in a lifetime', more, ...needless);
};

/** Milliseconds in which calls that are refused again and again are one storm. */
const STORM_MS = 10_000;

const noStorm: Rule = (recording) => {
  const refused = refusedCalls(recording);
  for (const call of refused) {
    const storm = refused.filter(
      (one) => isSame(one, call) && one.atMs >= call.atMs && one.atMs < call.atMs + STORM_MS,
    );
    const inTurn = storm.filter(
      (one, index) => index === 0 || one.atMs >= (storm[index - 1]?.answeredMs ?? 0),
    );
    const made = `${inTurn.length} calls that were refused`;
    if (inTurn.length > LIMITED)
      return deviation('no further request after the second 401', made, ...inTurn);
  }
  return undefined;
};

const walks = ({ requests }: Recording): readonly Recorded[] =>
  requests.filter(
    ({ host, query, method }) => host === 'platform' && method === 'GET' && query.has('cursor'),
  );

/** A walk that goes on behind the first entity of the next page has lost it. */
const noneLost: Rule = ({ requests }) => {
  const pages = requests.filter(
    ({ host, method, answer }) => host === 'platform' && method === 'GET' && answer.ok,
  );
  for (const page of pages) {
    const { next } = Object(Object(Object(page.answer.json).meta).cursor);
    const list = Object.values(Object(page.answer.json)).find(Array.isArray) ?? [];
    const last = Math.max(...list.map((entity: unknown) => Number(Object(entity).id)));
    const following = pages.find((one) => one.atMs >= page.answeredMs && one.path === page.path);
    const cursor = Number(following?.query.get('cursor') ?? Number.NaN);
    // Where next is behind the page it is the first entity of the next one, which the cursor itself leaves out.
    if (following === undefined || !(next > last) || cursor !== next) continue;
    return deviation(
      `a cursor before ${next}, the first entity of the next page`,
      `cursor=${cursor}`,
      page,
      following,
    );
  }
  return undefined;
};

const withToken = (recording: Recording): readonly Recorded[] =>
  tokenRequests(recording).filter(({ answer }) => answer.ok);
/** A tool may have removed the field: where no call has it nobody can say that one was sent without. */
const unlessRemoved = (field: string, calls: readonly Recorded[]): readonly Recorded[] =>
  calls.some((call) => call.header(field) !== undefined) ? calls : [];

/**
 * The clauses of clients, judged by recorded traffic of one client: what it did at its own work, when nobody followed a
 * script. What it might have done otherwise is left open.
 */
export const clientTraffic: Suite = {
  interface: 'clients',
  clauses,
  preparation: 0,
  checks: checksIn<ClauseId, never, never>({
    'CLI-TOK-1 clients.traffic.reuse': judged(
      'Token requests within the lifetime of a token',
      withToken,
      reused,
    ),
    'CLI-TOK-2 clients.traffic.forms': judged(
      'Token requests, as they are sent',
      withToken,
      tokenForms,
    ),
    'CLI-TOK-3 clients.traffic.expired': judged(
      'Calls of the template API and the lifetime of their tokens',
      (recording) => (recording.tokens.length === 0 ? [] : templateCalls(recording)),
      renewedInTime,
    ),
    'CLI-TOK-4 clients.traffic.repetition': judged(
      'Calls after a 401',
      refusedCalls,
      repeatedWithAnother,
    ),
    'CLI-TOK-5 clients.traffic.storm': judged(
      'Calls that are refused twice',
      refusedCalls,
      noStorm,
    ),
    'CLI-TOK-6 clients.traffic.secret': judged(
      'Where the secret and the tokens are sent',
      (recording) => (recording.given.clientSecret === '' ? [] : recording.requests),
      secretsInPlace,
    ),
    'CLI-TOK-7 clients.traffic.bearer': judged(
      'Calls of the template API, their Authorization',
      (recording) => unlessRemoved('authorization', templateCalls(recording)),
      bearer,
    ),
    'CLI-EXP-1 clients.traffic.headers': judged(
      'Calls of the export API, their headers',
      (recording) => unlessRemoved('x-ea-auth-token', exportCalls(recording)),
      exportHeaders,
    ),
    'CLI-PLT-1 clients.traffic.walk': judged(
      'Walks through collections of the platform API',
      walks,
      noneLost,
    ),
  }).map(checksFor('clients', clauses, [])),
};
