import { expect, it } from 'vitest';
import { sampleEvents } from '../../../tests/report/sample-ledger.js';
import { foldLedger } from '../../ledger/index.js';
import { compareRuns } from './compare-runs.js';
import { comparisonText } from './comparison-text.js';

/** A run that was interrupted before the failing check. */
const cutShort = foldLedger(
  sampleEvents({ interrupted: true }).filter(
    (event) => event.type !== 'verdict' || event.check !== 'export.root.greeting',
  ),
);
const whole = foldLedger(sampleEvents());

it('counts no regression for a check that an interrupted run did not reach, and mentions the interruption', () => {
  const comparison = compareRuns(cutShort, whole);
  expect(comparison).toMatchObject({ worse: 0, interrupted: 1 });
  expect(comparisonText(comparison)).toContain(
    '1 of the runs was interrupted: checks without a verdict in an interrupted run are left out.',
  );
});
