import type { Context } from '../../src/harness/context.js';
import type { ProductsQuestion } from '../../src/protocol/export/question.js';
import { compareCompressed } from './survey/compressed.js';
import { compareFixture } from './survey/fixture.js';
import { compareTotals } from './survey/related-totals.js';
import { questionsForAnother } from './survey/requests-for-another.js';
import { withTokenOfAnother } from './survey/token-of-another.js';
import { compareTokens } from './survey/welcome-page.js';
import type { Procedure, Run } from './topic.js';

/**
 * Procedures of checks whose requests depend on earlier responses. A procedure returns its
 * requests, and the rules test the responses.
 */
export const procedures: Readonly<
  Record<Procedure, (context: Context) => Promise<readonly ProductsQuestion[]>>
> = {
  'requests with the token of another destination': withTokenOfAnother,
  'requests for another destination on each route': questionsForAnother,
};

/**
 * Functions of checks that compare several responses. If the responses conform, a function returns
 * a sentence about them.
 */
export const runs: Readonly<Record<Run, (context: Context) => Promise<string>>> = {
  'the welcome page with tokens': compareTokens,
  'the list and the loaded records': compareFixture,
  'pages with and without gzip': compareCompressed,
  'the totals of related filters': compareTotals,
};
