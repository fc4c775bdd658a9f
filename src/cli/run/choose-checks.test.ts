import { expect, it } from 'vitest';
import { suites } from '../../../suites/index.js';
import { INTERFACES } from '../../settings/interfaces.js';
import { chooseChecks } from './choose-checks.js';

it('has a suite for each interface that the command line accepts', () => {
  expect(suites.map((suite) => suite.interface)).toEqual(INTERFACES);
});

const ids = suites.flatMap((suite) => suite.checks);

it('leaves out excluded checks even if another option chooses them', () => {
  const chosen = chooseChecks({ interface: ['export'], exclude: ['export.root.*'] });
  const names = ids.filter(chosen).map(({ id }) => id);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((id) => id.startsWith('export.root.'))).toEqual([]);
});

it('rejects an unknown check in `exclude`, and names the most similar check', () => {
  expect(() => chooseChecks({ exclude: ['export.root.greting'] })).toThrow(
    'There is no check "export.root.greting". The nearest is "export.root.greeting"',
  );
});
