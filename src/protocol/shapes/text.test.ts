import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { type CharacterShape, type NearShape, TEXTS } from './text.js';

const NAMES = Object.keys(TEXTS) as (NearShape | CharacterShape)[];
const EXAMPLES = ['Rf7_main-4c0DE-k9Zq', 'N0rth:s3cret%2B+& ü=/€', "it's", 'x'];

it.each(EXAMPLES)('a shell computes every shape of %j as it is sent', (text) => {
  // Forms with characters beyond ASCII are made only of header fields, whose text is ASCII.
  const isAscii = /^[\x20-\x7e]*$/.test(text);
  const names = NAMES.filter((name) => isAscii || !/acute|ordinal|full width/.test(name));
  const made = names.map((name) => TEXTS[name]).filter(({ change }) => change(text) !== text);
  const words = made.map(({ recipe }) => `printf '%s\\0' ${recipe('SOME_TEXT', text)}`).join('\n');
  const printed = execFileSync('bash', ['-c', words], {
    env: { ...process.env, SOME_TEXT: text, LC_ALL: 'C.UTF-8' },
  });
  const computed = printed.toString('latin1').split('\0').slice(0, -1);
  const bytes = (value: string): string =>
    isAscii ? value : Buffer.from(value).toString('latin1');
  for (const [index, { change }] of made.entries())
    expect(computed[index]).toBe(bytes(change(text)));
});
