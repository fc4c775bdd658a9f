import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { assay } from '../gate/assay.js';

describe('a file that an option names is refused before the first request', () => {
  /** The words that name a file. The reference server is only started, and receives nothing. */
  const OPTIONS: readonly (readonly string[])[] = [
    ['run', '--target', 'FILE'],
    ['run', '--reference', '--env', 'FILE'],
    ['run', '--reference', '--baseline', 'FILE'],
    ['run', '--reference', '--baseline', 'FILE', '--update-baseline'],
    ['run', '--reference', '--resume', 'FILE'],
    ['run', '--reference', '--rerun', 'failed', 'FILE'],
    ['doctor', '--target', 'FILE'],
    ['load', 'FILE', '--target', 'target.json'],
    ['load', 'smoke', '--target', 'FILE'],
    ['load', 'smoke', '--target', 'target.json', '--baseline', 'FILE'],
    ['load', '--from-har', 'FILE', '--target', 'target.json'],
    ['judge', 'FILE', '--target', 'target.json'],
    ['report', 'FILE'],
    ['report', '--from', 'FILE'],
    ['compare', 'FILE', 'FILE'],
    ['matrix', 'FILE', 'FILE'],
    ['init', '--from', 'FILE'],
    ['token', '--target', 'FILE'],
    ['serve', '--data', 'FILE'],
  ];
  const FILES = ['folder', 'junk.gz', 'junk.bin', 'missing', 'list.json'] as const;

  it.each(OPTIONS.map((words) => [words.join(' '), words] as const))('%s', async (_, words) => {
    const { cwd } = await assay(['list', 'profiles']);
    const platform = { baseUrl: 'http://127.0.0.1:9', collections: ['projects'] };
    writeFileSync(path.join(cwd, 'target.json'), JSON.stringify({ platform }));
    writeFileSync(path.join(cwd, 'list.json'), '[1]');
    writeFileSync(path.join(cwd, 'junk.gz'), Buffer.from('\x1f\x8b\x08 is no gzip data', 'latin1'));
    writeFileSync(path.join(cwd, 'junk.bin'), Buffer.from([0xff, 0xd8, 0xe9, 0x00, 0x80]));
    for (const name of FILES) {
      // A new file is what --update-baseline writes.
      if (name === 'missing' && words.includes('--update-baseline')) continue;
      const file = name === 'folder' ? '.' : name;
      // The names of env files are read as text, which a list of numbers is, too.
      if (name === 'list.json' && (words.includes('--env') || words[0] === 'init')) continue;
      const named = words.map((word) => (word === 'FILE' ? file : word));
      const { code, err } = await assay(named, { cwd });
      expect([named.join(' '), code], err).toEqual([named.join(' '), 2]);
      expect(err).not.toBe('');
    }
  });
});
