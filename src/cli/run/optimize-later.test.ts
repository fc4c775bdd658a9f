import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { optionFor } from './optimize-later.js';

it('returns an option for tested versions only', () => {
  expect(optionFor('20.19.0')).toContain('interrupt-budget');
  expect(optionFor('24.1.0')).toContain('invocation-count-for-turbofan');
  expect(optionFor('99.0.0')).toBeUndefined();
});

it('has an option that V8 accepts without a message', () => {
  const option = JSON.stringify(optionFor(process.versions.node) ?? '');
  const script = `require('node:v8').setFlagsFromString(${option})`;
  const { status, stderr } = spawnSync(process.execPath, ['--eval', script]);
  expect([status, stderr.toString()]).toEqual([0, '']);
});
