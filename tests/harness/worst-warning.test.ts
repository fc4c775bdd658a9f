import { expect, it } from 'vitest';
import { trial } from '../../src/selftest/trial.js';

/** Malformed token requests get 401, and with the same credentials in two places even a token. */
const DEFECTS = ['tokens.missing-grant-is-401', 'tokens.form-ignored-beside-basic'];

it('shows the request with a mistake that was accepted before another wrong refusal', async () => {
  const verdicts = await trial(
    { defects: DEFECTS },
    { inProcess: true, wanted: ({ id }) => id === 'templates.token.malformed' },
  );
  const found = verdicts.find(({ check }) => check === 'templates.token.malformed');
  expect(found?.verdict).toBe('warning');
  expect(found?.actual).toMatch(/^200 /);
});
