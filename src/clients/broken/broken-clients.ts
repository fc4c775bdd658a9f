import type { ClauseId } from '../../../suites/clients/clauses.js';
import type { World } from '../in-process.js';
import * as paging from './paging-clients.js';
import type { PlainClient } from './plain-client.js';
import * as tokens from './token-clients.js';

/** A client with one deliberate fault. */
export interface BrokenClient {
  readonly id: string;
  readonly clause: ClauseId;
  /** What it does, as the predicate of a sentence. */
  readonly sentence: string;
  /** Scenarios that must notice, without their `clients.`. */
  readonly scenarios: readonly string[];
  readonly Client: new (world: World) => PlainClient;
}

/** The broken clients that the suite is judged by, in the order of the clauses. */
export const BROKEN_CLIENTS: readonly BrokenClient[] = [
  {
    id: 'clients.token-per-call',
    clause: 'CLI-TOK-1',
    sentence: 'asks for a token for every call',
    scenarios: ['token.reuse', 'token.at-once'],
    Client: tokens.TokenPerCall,
  },
  {
    id: 'clients.thundering-herd',
    clause: 'CLI-TOK-1',
    sentence: 'asks for a token once for each of the calls that start at the same time',
    scenarios: ['token.at-once'],
    Client: tokens.ThunderingHerd,
  },
  {
    id: 'clients.refresh-grant',
    clause: 'CLI-TOK-2',
    sentence: 'renews with a refresh grant where it was given a refresh token',
    scenarios: ['token.renewal-grant'],
    Client: tokens.RefreshGrant,
  },
  {
    id: 'clients.scope-sent',
    clause: 'CLI-TOK-2',
    sentence: 'sends a scope with the token request',
    scenarios: ['token.request'],
    Client: tokens.ScopeSent,
  },
  {
    id: 'clients.json-token-request',
    clause: 'CLI-TOK-2',
    sentence: 'asks for its token with a JSON body',
    scenarios: ['token.request'],
    Client: tokens.JsonTokenRequest,
  },
  {
    id: 'clients.no-renewal',
    clause: 'CLI-TOK-3',
    sentence: 'keeps its token until it is refused',
    scenarios: ['token.renewal'],
    Client: tokens.NoRenewal,
  },
  {
    id: 'clients.retry-without-new-token',
    clause: 'CLI-TOK-4',
    sentence: 'repeats a refused call with the same token',
    scenarios: ['token.refused-once'],
    Client: tokens.RetryWithoutNewToken,
  },
  {
    id: 'clients.gives-up-on-401',
    clause: 'CLI-TOK-4',
    sentence: 'gives up at the first 401',
    scenarios: ['token.refused-once'],
    Client: tokens.GivesUpOn401,
  },
  {
    id: 'clients.retry-for-ever',
    clause: 'CLI-TOK-5',
    sentence: 'repeats a refused call until it is let in',
    scenarios: ['token.refused-twice'],
    Client: tokens.RetryForEver,
  },
  {
    id: 'clients.secret-in-url',
    clause: 'CLI-TOK-6',
    sentence: 'puts the secret into the query of the token endpoint',
    scenarios: ['token.secret-place'],
    Client: tokens.SecretInUrl,
  },
  {
    id: 'clients.secret-to-api',
    clause: 'CLI-TOK-6',
    sentence: 'sends the secret to the template API, encoded in base64',
    scenarios: ['token.secret-place'],
    Client: tokens.SecretToApi,
  },
  {
    id: 'clients.token-to-wrong-host',
    clause: 'CLI-TOK-6',
    sentence: 'sends the token of the template API to the export API',
    scenarios: ['token.secret-place'],
    Client: tokens.TokenToWrongHost,
  },
  {
    id: 'clients.token-in-query',
    clause: 'CLI-TOK-7',
    sentence: 'sends the token in the query',
    scenarios: ['token.bearer'],
    Client: tokens.TokenInQuery,
  },
  {
    id: 'clients.other-scheme',
    clause: 'CLI-TOK-7',
    sentence: 'sends the token under a scheme other than Bearer',
    scenarios: ['token.bearer'],
    Client: tokens.OtherScheme,
  },
  {
    id: 'clients.ignores-retry-after',
    clause: 'CLI-TOK-8',
    sentence: 'tries again at once, whatever Retry-After says',
    scenarios: ['token.too-many-requests', 'token.unavailable'],
    Client: tokens.IgnoresRetryAfter,
  },
  {
    id: 'clients.gives-up-on-503',
    clause: 'CLI-TOK-8',
    sentence: 'gives up at a 503 of the token endpoint',
    scenarios: ['token.unavailable'],
    Client: tokens.GivesUpOn503,
  },
  {
    id: 'clients.loops-on-wrong-secret',
    clause: 'CLI-TOK-8',
    sentence: 'asks again and again with a wrong secret',
    scenarios: ['token.wrong-secret'],
    Client: tokens.LoopsOnWrongSecret,
  },
  {
    id: 'clients.no-token-on-legacy-route',
    clause: 'CLI-EXP-1',
    sentence: 'sends no token on the legacy routes',
    scenarios: ['export.headers-legacy', 'export.headers-legacy-filtered'],
    Client: paging.NoTokenOnLegacyRoute,
  },
  {
    id: 'clients.no-destination',
    clause: 'CLI-EXP-1',
    sentence: 'names no destination on the legacy routes',
    scenarios: ['export.headers-legacy', 'export.headers-legacy-filtered'],
    Client: paging.NoDestination,
  },
  {
    id: 'clients.no-token-on-products',
    clause: 'CLI-EXP-1',
    sentence: 'sends the export token as a bearer token',
    scenarios: ['export.headers-products'],
    Client: paging.NoTokenOnProducts,
  },
  {
    id: 'clients.loses-last-page',
    clause: 'CLI-EXP-2',
    sentence: 'prints a page only once it has seen the next',
    scenarios: [
      'export.paging-full-last-page',
      'export.paging-short-last-page',
      'export.paging-one-more',
      'export.paging-one-page',
    ],
    Client: paging.LosesLastPage,
  },
  {
    id: 'clients.loses-short-last-page',
    clause: 'CLI-EXP-2',
    sentence: 'takes a page that is not full for the end and drops it',
    scenarios: ['export.paging-short-last-page', 'export.paging-one-more'],
    Client: paging.LosesShortLastPage,
  },
  {
    id: 'clients.loops-at-the-end',
    clause: 'CLI-EXP-2',
    sentence: 'goes on after the end',
    scenarios: [
      'export.paging-full-last-page',
      'export.paging-short-last-page',
      'export.paging-one-more',
      'export.paging-one-page',
      'export.paging-empty',
    ],
    Client: paging.LoopsAtTheEnd,
  },
  {
    id: 'clients.overlapping-pages',
    clause: 'CLI-EXP-2',
    sentence: 'reads the last record of each page twice',
    scenarios: ['export.paging-full-last-page', 'export.paging-short-last-page', 'export.paging-one-more'],
    Client: paging.OverlappingPages,
  },
  {
    id: 'clients.reads-only-plain',
    clause: 'CLI-EXP-3',
    sentence: 'reads the plain error shape alone',
    scenarios: ['export.reads-json-api'],
    Client: paging.ReadsOnlyPlain,
  },
  {
    id: 'clients.reads-only-json-api',
    clause: 'CLI-EXP-3',
    sentence: 'reads the JSON:API error shape alone',
    scenarios: ['export.reads-plain-error', 'export.reads-plain-message'],
    Client: paging.ReadsOnlyJsonApi,
  },
  {
    id: 'clients.misses-message',
    clause: 'CLI-EXP-3',
    sentence: 'does not read the member message of a plain error',
    scenarios: ['export.reads-plain-message'],
    Client: paging.MissesMessage,
  },
  {
    id: 'clients.prints-error-body',
    clause: 'CLI-EXP-3',
    sentence: 'prints the whole body of an error',
    scenarios: ['export.reads-plain-error', 'export.reads-json-api'],
    Client: paging.PrintsErrorBody,
  },
  {
    id: 'clients.follows-next-blindly',
    clause: 'CLI-PLT-1',
    sentence: 'sends next as it is, right under one reading alone',
    scenarios: [
      'platform.first-of-next-zero',
      'platform.first-of-next-null',
      'platform.first-of-next-last-id',
      'platform.first-of-next-empty-page',
      'platform.first-of-next-short',
    ],
    Client: paging.FollowsNextBlindly,
  },
  {
    id: 'clients.steps-back-always',
    clause: 'CLI-PLT-1',
    sentence: 'sends next less one, right under the other reading alone',
    scenarios: [
      'platform.last-of-page-zero',
      'platform.last-of-page-null',
      'platform.last-of-page-last-id',
      'platform.last-of-page-empty-page',
    ],
    Client: paging.StepsBackAlways,
  },
  {
    id: 'clients.ends-at-null-alone',
    clause: 'CLI-PLT-1',
    sentence: 'ends where next is null alone',
    scenarios: ['platform.last-of-page-zero', 'platform.last-of-page-last-id', 'platform.empty'],
    Client: paging.EndsAtNullAlone,
  },
  {
    id: 'clients.ends-at-zero-alone',
    clause: 'CLI-PLT-1',
    sentence: 'ends where next is 0 alone',
    scenarios: ['platform.last-of-page-null', 'platform.last-of-page-last-id', 'platform.endless-empty'],
    Client: paging.EndsAtZeroAlone,
  },
  {
    id: 'clients.walks-in-circles',
    clause: 'CLI-PLT-1',
    sentence: 'follows a cursor that does not move on',
    scenarios: ['platform.endless'],
    Client: paging.WalksInCircles,
  },
  {
    id: 'clients.drops-short-page',
    clause: 'CLI-PLT-1',
    sentence: 'drops a page that is not full',
    scenarios: ['platform.last-of-page-short', 'platform.first-of-next-short'],
    Client: paging.DropsShortPage,
  },
];
