/** The headings, marks and explanations of verdicts in reports. */

import { type Html, html } from '../../page/index.js';
import type { ReportedCheck } from '../../schema/types.js';

export type VerdictName = ReportedCheck['verdict'];

interface Appearance {
  readonly heading: string;
  readonly mark: string;
  readonly about: string;
  /** Whether the group is unfolded when the page opens. */
  readonly open: boolean;
}

export const VERDICTS: Readonly<Record<VerdictName, Appearance>> = {
  failed: { heading: 'Failed', mark: '✗', about: 'The target violates a must clause.', open: true },
  warning: {
    heading: 'Warnings',
    mark: '!',
    about: 'The target violates a should clause.',
    open: true,
  },
  inconclusive: {
    heading: 'Inconclusive',
    mark: '?',
    about: 'Run, but no verdict was possible.',
    open: true,
  },
  skipped: {
    heading: 'Skipped',
    mark: '–',
    about: 'Not run. Nothing here counts as passed.',
    open: false,
  },
  observed: {
    heading: 'Observed',
    mark: '·',
    about: 'Not specified by the document: the behaviour of the target is recorded.',
    open: false,
  },
  passed: { heading: 'Passed', mark: '✓', about: 'Passed, each with its evidence.', open: false },
};

/** The verdicts in the order of the page: those that need attention come first. */
export const VERDICT_NAMES: readonly VerdictName[] = [
  'failed',
  'warning',
  'inconclusive',
  'skipped',
  'observed',
  'passed',
];

/** The tag has a mark and a word, so that it can be read without its colour. */
export const tag = (verdict: VerdictName): Html =>
  html`<span class="tag ${verdict}"><span aria-hidden="true">${VERDICTS[verdict].mark}</span> ${verdict}</span>`;
