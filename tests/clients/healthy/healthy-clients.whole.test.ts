import { describe, expect, it } from 'vitest';
import type { PlainClient } from '../../../src/clients/broken/plain-client.js';
import { inProcess, type World } from '../../../src/clients/in-process.js';
import { trialOf } from '../../../src/clients/trial.js';
import * as data from './data-peculiarities.js';
import * as tokens from './token-peculiarities.js';

/**
 * Each does something that the document leaves to a client, and that a judge could take for a
 * fault.
 */
const PECULIAR: readonly (readonly [
  string,
  new (world: World) => PlainClient,
  readonly string[],
])[] = [
  ['puts a request id into the query of each call', tokens.RequestIdInQuery, ['token.']],
  ['sends an empty scope', tokens.EmptyScope, ['token.re']],
  ['renews 300 s before the end', tokens.WideMargin, ['token.re', 'token.at-once']],
  ['keeps its token between runs', tokens.TokenKeptBetweenRuns, ['token.re', 'token.bearer']],
  [
    'verifies its tokens with the discovered keys',
    tokens.VerifiesTokens,
    ['token.request', 'token.reuse', 'token.bearer'],
  ],
  ['renews by what the token says of its end', tokens.RenewsByTheTokensOwnEnd, ['token.renewal']],
  ['uses Basic as it is', tokens.BasicAsItIs, ['token.re', 'token.secret', 'token.wrong']],
  ['uses Basic, form-encoded', tokens.BasicFormEncoded, ['token.re', 'token.secret']],
  ['tries the form where Basic is refused', tokens.BothOnAWrongSecret, ['token.wrong-secret']],
  ['writes bearer in lower case', tokens.LowerCaseScheme, ['token.bearer', 'token.refused']],
  ['sends many headers', tokens.ManyHeaders, ['token.bearer', 'token.secret-place']],
  [
    'names a charset, and its fields in another order',
    tokens.CharsetInMediaType,
    ['token.request', 'token.wrong'],
  ],
  [
    'has its token before it sees the task',
    tokens.TokenAtTheStart,
    ['token.reuse', 'token.refused', 'export.', 'plat'],
  ],
  ['makes calls one after the other', tokens.OneAfterTheOther, ['token.at-once', 'token.refused']],
  ['waits longer than it has to', tokens.WaitsLonger, ['token.un', 'token.too-many']],
  [
    'tries again at once where no pause is named',
    tokens.TriesAgainAtOnceWhereNoPauseIsNamed,
    ['token.unavailable-s'],
  ],
  ['renews in the background', tokens.RenewsInTheBackground, ['token.re', 'token.at-once']],
  ['goes on after a 403', tokens.GoesOnAfterForbidden, ['token.forbidden']],
  ['asks for four pages side by side', data.FourPagesSideBySide, ['export.']],
  ['pages with three workers', data.ThreeWorkers, ['export.']],
  ['pages until one is empty', data.UntilAnEmptyPage, ['export.paging']],
  [
    'works out its pages from the first total',
    data.PagesOfTheFirstTotal,
    ['export.paging-s', 'export.paging-e'],
  ],
  ['looks at the total of each page', data.TotalOfEachPage, ['export.paging']],
  ['leaves defaults out', data.LeavesDefaultsOut, ['export.', 'platform.']],
  ['greets the export API without a token', data.GreetsFirst, ['export.', 'token.bearer']],
  ['sorts what it pages', data.SortsAndFilters, ['export.paging']],
  ['names the destination where it need not', data.DestinationHeaderEverywhere, ['export.']],
  ['walks on behind the last entity', data.WalksByLastId, ['platform.']],
  [
    'reads an entity twice and drops it',
    data.DropsWhatItHasSeen,
    ['platform.first', 'platform.last', 'platform.many'],
  ],
  ['logs on stdout', data.LogsBesides, ['export.', 'platform.first']],
  ['ends its lines as Windows does', data.WindowsLineEnds, ['export.paging', 'platform.last']],
  ['shows the body besides the error', data.ShowsTheBodyToo, ['export.reads']],
  ['tells the error in a sentence of its own', data.PrefixedError, ['export.reads']],
  ['logs the error as JSON', data.LogsErrorsAsJson, ['export.reads']],
  ['logs the error as fields', data.LogsErrorsAsFields, ['export.reads']],
];

describe.concurrent('a healthy client is told nothing bad where it', () => {
  for (const [what, Client, prefixes] of PECULIAR)
    it(what, async ({ expect }) => {
      const verdicts = await trialOf(
        inProcess((world) => new Client(world).run()),
        prefixes.map((prefix) => `clients.${prefix}`),
      );
      const bad = [...verdicts.values()].filter(
        ({ verdict, cause }) =>
          verdict === 'failed' ||
          verdict === 'warning' ||
          verdict === 'inconclusive' ||
          cause === 'prerequisite',
      );
      expect(
        bad.map(({ check, reason, transcript }) => `${check}: ${reason}\n${transcript}`),
      ).toEqual([]);
      expect(
        [...verdicts.values()].some(({ verdict }) => verdict === 'passed' || verdict === 'skipped'),
      ).toBe(true);
    });
});

it('shows at least 25 peculiarities', () => {
  expect(PECULIAR.length).toBeGreaterThanOrEqual(25);
});
