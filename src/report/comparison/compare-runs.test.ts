import { expect, it } from 'vitest';
import { sampleEvents } from '../../../tests/report/sample-ledger.js';
import { foldLedger } from '../../ledger/index.js';
import { compareRuns } from './compare-runs.js';
import { comparisonText } from './comparison-text.js';

/** A run that was interrupted before the check that fails. */
const cutShort = foldLedger(
  sampleEvents({ interrupted: true }).filter(
    (event) => event.type !== 'verdict' || event.check !== 'export.root.greeting',
  ),
);
const whole = foldLedger(sampleEvents());

it('calls nothing a regression that an interrupted run did not judge, and says that it was', () => {
  const comparison = compareRuns(cutShort, whole);
  expect(comparison).toMatchObject({ worse: 0, interrupted: 1 });
  expect(comparisonText(comparison)).toContain(
    '1 of the runs was interrupted: checks without a verdict there are left out.',
  );
});
