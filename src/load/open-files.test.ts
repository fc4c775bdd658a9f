import { expect, it } from 'vitest';
import { UsageError } from '../settings/index.js';
import { expectOpenFiles, type FileNeeds } from './open-files.js';

const plan = { name: 'crowd', connections: 400 };
const needs: FileNeeds = { origins: 1, workers: 1, embedded: false };

it.each<[what: string, Partial<FileNeeds>, needed: number]>([
  ['one server', {}, 450],
  ['two servers, each with all connections', { origins: 2 }, 850],
  ['the embedded server, whose ends of the connections count too', { embedded: true }, 850],
  ['threads with files of their own', { workers: 4 }, 490],
])('needs files for %s', (_, more, needed) => {
  const expectAt = (limit: number) => () => expectOpenFiles(plan, { ...needs, ...more }, limit);
  expect(expectAt(needed)).not.toThrow();
  expect(expectAt(needed - 1)).toThrow(UsageError);
  expect(expectAt(needed - 1)).toThrow(
    `The profile crowd needs ${needed} open files: ${needed - (more.workers === 4 ? 90 : 50)} for connections`,
  );
  expect(expectAt(needed - 1)).toThrow(`Raise the limit with "ulimit -n ${needed}"`);
});

it('reads the limit of this process', () => {
  expect(() => expectOpenFiles({ ...plan, connections: 1e9 }, needs)).toThrow(
    /This process may open \d+\./,
  );
});
