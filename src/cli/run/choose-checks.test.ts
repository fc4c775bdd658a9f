import { expect, it } from 'vitest';
import { suites } from '../../../suites/index.js';
import { INTERFACES } from '../../settings/interfaces.js';
import { chooseChecks } from './choose-checks.js';

it('knows the interfaces that the command line takes', () => {
  expect(suites.map((suite) => suite.interface)).toEqual(INTERFACES);
});

const ids = suites.flatMap((suite) => suite.checks);

it('leaves out what is excluded, whatever else chooses it', () => {
  const chosen = chooseChecks({ interface: ['export'], exclude: ['export.root.*'] });
  const names = ids.filter(chosen).map(({ id }) => id);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((id) => id.startsWith('export.root.'))).toEqual([]);
});

it('refuses to exclude what is not there, and names the nearest', () => {
  expect(() => chooseChecks({ exclude: ['export.root.greting'] })).toThrow(
    'There is no check "export.root.greting". The nearest is "export.root.greeting"',
  );
});
