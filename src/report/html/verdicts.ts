import { type Html, html } from '../../page/index.js';
import type { ReportedCheck } from '../../schema/types.js';

export type VerdictName = ReportedCheck['verdict'];

interface Appearance {
  readonly heading: string;
  readonly mark: string;
  readonly about: string;
  /** Whether its group is unfolded when the page opens. */
  readonly open: boolean;
}

/** The verdicts in the order of the page: what needs attention first. */
export const VERDICTS: Readonly<Record<VerdictName, Appearance>> = {
  failed: { heading: 'Failed', mark: '✗', about: 'The target breaks a clause that it must keep.', open: true },
  warning: { heading: 'Warnings', mark: '!', about: 'The target breaks a clause that it should keep.', open: true },
  inconclusive: { heading: 'Inconclusive', mark: '?', about: 'Run, but without a verdict.', open: true },
  skipped: { heading: 'Skipped', mark: '–', about: 'Not run. Nothing here counts as passed.', open: false },
  observed: {
    heading: 'Observed',
    mark: '·',
    about: 'The document leaves it open: how the target settled it, without judgement.',
    open: false,
  },
  passed: { heading: 'Passed', mark: '✓', about: 'Each with its evidence.', open: false },
};

export const VERDICT_NAMES: readonly VerdictName[] = [
  'failed',
  'warning',
  'inconclusive',
  'skipped',
  'observed',
  'passed',
];

/** A verdict as a mark and a word, so that nobody needs its colour. */
export const tag = (verdict: VerdictName): Html =>
  html`<span class="tag ${verdict}"><span aria-hidden="true">${VERDICTS[verdict].mark}</span> ${verdict}</span>`;
