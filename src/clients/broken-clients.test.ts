import { describe, expect, it } from 'vitest';
import { type ClauseId, clauses } from '../../suites/clients/clauses.js';
import { scenarios } from '../../suites/clients/index.js';
import * as paging from '../../tests/clients/broken-paging-clients.js';
import * as tokens from '../../tests/clients/broken-token-clients.js';
import { inProcess, type World } from '../../tests/clients/in-process.js';
import type { PlainClient } from '../../tests/clients/plain-client.js';
import { trialOf } from '../../tests/clients/trial.js';
import type { VerdictEvent } from '../ledger/index.js';

type Broken = readonly [client: new (world: World) => PlainClient, clause: ClauseId, scenarios: readonly string[]];

const headers = ['clients.export.headers-legacy', 'clients.export.headers-legacy-filtered'];
const pagings = ['full-last-page', 'short-last-page', 'one-more', 'one-page'].map(
  (name) => `clients.export.paging-${name}`,
);
const [full = '', short = '', more = ''] = pagings;
const walks = (reading: string, ...ends: readonly string[]) => ends.map((end) => `clients.platform.${reading}-${end}`);

/** Each broken client, the clause that it breaks, and the scenarios that must notice. */
const table: readonly Broken[] = [
  [tokens.TokenPerCall, 'CLI-TOK-1', ['clients.token.reuse', 'clients.token.at-once']],
  [tokens.ThunderingHerd, 'CLI-TOK-1', ['clients.token.at-once']],
  [tokens.RefreshGrant, 'CLI-TOK-2', ['clients.token.renewal-grant']],
  [tokens.ScopeSent, 'CLI-TOK-2', ['clients.token.request']],
  [tokens.JsonTokenRequest, 'CLI-TOK-2', ['clients.token.request']],
  [tokens.NoRenewal, 'CLI-TOK-3', ['clients.token.renewal']],
  [tokens.RetryWithoutNewToken, 'CLI-TOK-4', ['clients.token.refused-once']],
  [tokens.GivesUpOn401, 'CLI-TOK-4', ['clients.token.refused-once']],
  [tokens.RetryForEver, 'CLI-TOK-5', ['clients.token.refused-twice']],
  [tokens.SecretInUrl, 'CLI-TOK-6', ['clients.token.secret-place']],
  [tokens.SecretToApi, 'CLI-TOK-6', ['clients.token.secret-place']],
  [tokens.TokenToWrongHost, 'CLI-TOK-6', ['clients.token.secret-place']],
  [tokens.TokenInQuery, 'CLI-TOK-7', ['clients.token.bearer']],
  [tokens.OtherScheme, 'CLI-TOK-7', ['clients.token.bearer']],
  [tokens.IgnoresRetryAfter, 'CLI-TOK-8', ['clients.token.too-many-requests', 'clients.token.unavailable']],
  [tokens.GivesUpOn503, 'CLI-TOK-8', ['clients.token.unavailable']],
  [tokens.LoopsOnWrongSecret, 'CLI-TOK-8', ['clients.token.wrong-secret']],
  [paging.NoTokenOnLegacyRoute, 'CLI-EXP-1', headers],
  [paging.NoDestination, 'CLI-EXP-1', headers],
  [paging.NoTokenOnProducts, 'CLI-EXP-1', ['clients.export.headers-products']],
  [paging.LosesLastPage, 'CLI-EXP-2', pagings],
  [paging.LosesShortLastPage, 'CLI-EXP-2', [short, more]],
  [paging.LoopsAtTheEnd, 'CLI-EXP-2', [...pagings, 'clients.export.paging-empty']],
  [paging.OverlappingPages, 'CLI-EXP-2', [full, short, more]],
  [paging.ReadsOnlyPlain, 'CLI-EXP-3', ['clients.export.reads-json-api']],
  [paging.ReadsOnlyJsonApi, 'CLI-EXP-3', ['clients.export.reads-plain-error', 'clients.export.reads-plain-message']],
  [paging.MissesMessage, 'CLI-EXP-3', ['clients.export.reads-plain-message']],
  [paging.PrintsErrorBody, 'CLI-EXP-3', ['clients.export.reads-plain-error', 'clients.export.reads-json-api']],
  [paging.FollowsNextBlindly, 'CLI-PLT-1', walks('first-of-next', 'zero', 'null', 'last-id', 'empty-page', 'short')],
  [paging.StepsBackAlways, 'CLI-PLT-1', walks('last-of-page', 'zero', 'null', 'last-id', 'empty-page')],
  [paging.EndsAtNullAlone, 'CLI-PLT-1', [...walks('last-of-page', 'zero', 'last-id'), 'clients.platform.empty']],
  [
    paging.EndsAtZeroAlone,
    'CLI-PLT-1',
    [...walks('last-of-page', 'null', 'last-id'), 'clients.platform.endless-empty'],
  ],
  [paging.WalksInCircles, 'CLI-PLT-1', ['clients.platform.endless']],
  [paging.DropsShortPage, 'CLI-PLT-1', [...walks('last-of-page', 'short'), ...walks('first-of-next', 'short')]],
];

const describeAll = (verdicts: ReadonlyMap<string, VerdictEvent>): string =>
  [...verdicts.values()].map(({ check, reason }) => `${check}: ${reason}`).join('\n');

describe.concurrent('a broken client is caught', () => {
  for (const [Client, clause, ids] of table)
    it(`${Client.name} breaks ${clause}`, async ({ expect }) => {
      const verdicts = await trialOf(
        inProcess((world) => new Client(world).run()),
        ids,
      );
      const complains = clauses[clause].level === 'must' ? 'failed' : 'warning';
      const seen = ids.map((id) => `${id} ${verdicts.get(id)?.verdict} ${verdicts.get(id)?.clauses[0]}`);
      expect(seen, describeAll(verdicts)).toEqual(ids.map((id) => `${id} ${complains} ${clause}`));
    });
});

it('has a broken client for every clause and every scenario', () => {
  const caught = new Set(table.flatMap(([, , ids]) => ids));
  expect(scenarios.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual([]);
  expect(Object.keys(clauses).filter((id) => !table.some(([, clause]) => clause === id))).toEqual([]);
});
