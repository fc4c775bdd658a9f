import { expect, it } from 'vitest';
import { sampleReport } from '../../../../tests/load/sample-report.js';
import { ratiosPage } from './ratios-page.js';

const report = sampleReport();
const ratio = {
  metric: 'response.p95',
  baseline: 100,
  current: 130,
  ratio: 1.3,
  low: 1.2,
  high: 1.4,
  samples: [5, 5] as [number, number],
  basis: 'runs' as const,
  verdict: 'higher' as const,
  held: false,
};

it('shows each ratio with its interval and whether its limit held', () => {
  const page = ratiosPage([ratio], { ...report, profile: { ...report.profile, name: '<b>before</b>' } }, report);
  expect(page).toContain('<td>1.200 to 1.400</td>');
  expect(page).toContain('✗ higher');
  expect(page).not.toMatch(/<b>|\s(?:src|style|on\w+)=/);
});

it('says so where too little was measured', () => {
  expect(ratiosPage([], report, report)).toContain('Too little was measured to compare.');
});
