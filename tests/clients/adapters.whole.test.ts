import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';
import { packageRoot } from '../../src/schema/validate.js';
import { runClientCommand } from './run-client.js';

/** The adapters to copy. What a language cannot start here is skipped; CI has them. */
const ADAPTERS = [
  { language: 'Node', probe: ['node', '--version'], words: ['node', 'examples/client.mjs'] },
  { language: 'Python', probe: ['python3', '--version'], words: ['python3', 'examples/client.py'] },
  { language: 'PHP', probe: ['php', '--version'], words: ['php', 'examples/client.php'] },
  { language: 'Java', probe: ['javac', '-version'], words: ['java', 'examples/Client.java'] },
] as const;

const isThere = ([program, argument]: readonly [string, string]): boolean => {
  try {
    execFileSync(program, [argument], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** A few of each kind; the Node adapter is put through all of them in the tests of the command. */
const SOME = [
  'token.refused*',
  'token.request*',
  'token.at-once',
  'export.reads*',
  'export.paging-f*',
  'platform.first*',
];

describe.concurrent('the adapter to copy', () => {
  for (const { language, probe, words } of ADAPTERS)
    it.skipIf(!isThere(probe))(
      `in ${language} passes, started once for many tasks`,
      async ({ expect }) => {
        const options = {
          scenario: SOME.map((id) => `clients.${id}`),
          stream: true,
          concurrency: 2,
          timeout: 60,
        };
        const { code, out } = await runClientCommand(words, options);
        expect(out).not.toMatch(/[✗!?] CLI-/);
        expect(code).toBe(0);
      },
    );

  it('is told of in the guide', ({ expect }) => {
    const guide = readFileSync(path.join(packageRoot, 'examples', 'README.md'), 'utf8');
    for (const { words } of ADAPTERS) expect(guide).toContain(words.join(' '));
  });
});
