import { expect, it } from 'vitest';
import { invocationOf, isColoured, widthOf } from './invocation.js';

it.each([
  ['/home/me/.npm/_npx/1/node_modules/.bin/assay', { npm_command: 'exec' }, 'npx --no -- assay'],
  ['/project/node_modules/.bin/assay', {}, 'npx --no -- assay'],
  ['/project/node_modules/.bin/assay', { npm_command: 'run-script' }, 'npx --no -- assay'],
  ['/usr/local/bin/assay', {}, 'assay'],
  ['/project/dist/src/cli/main.js', { npm_command: 'start' }, 'node dist/src/cli/main.js'],
  ['/project/a b/main.js', {}, "node 'a b/main.js'"],
  [undefined, {}, 'npx --no -- assay'],
])('repeats the invocation of the command line: %s', (script, environment, expected) => {
  expect(invocationOf(script, environment, '/project')).toBe(expected);
});

it('has no width without a terminal, and prefers COLUMNS to its width', () => {
  expect(widthOf({}, { COLUMNS: '40' })).toBeUndefined();
  expect(widthOf({ isTTY: true, columns: 100 }, { COLUMNS: '40' })).toBe(40);
  expect(widthOf({ isTTY: true, columns: 100 }, { COLUMNS: 'wide' })).toBe(100);
  expect(widthOf({ isTTY: true }, {})).toBe(80);
});
it.each([
  [[], {}, undefined],
  [['--no-color'], { FORCE_COLOR: '1' }, false],
  [[], { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  [[], { FORCE_COLOR: '1' }, true],
  [[], { FORCE_COLOR: '0' }, false],
  [[], { NO_COLOR: '' }, undefined],
])('the arguments %j with the environment %j give %s', (argv, environment, coloured) => {
  expect(isColoured(argv, environment)).toBe(coloured);
});
