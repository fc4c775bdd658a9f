import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../src/schema/validate.js';

const read = (file: string): string => readFileSync(path.join(packageRoot, file), 'utf8');
const lines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n');

it('quotes in the guide to the suites only code that is there', () => {
  const quotes = [
    ...read('suites/README.md').matchAll(/`([\w./-]+\.ts)`:\n|```ts\n(.*?)\n *```/gs),
  ];
  let file = '';
  const missing: string[] = [];
  for (const [, named, code] of quotes) {
    if (named !== undefined) file = named;
    else if (code !== undefined && !lines(read(file)).includes(lines(code)))
      missing.push(`${file}: ${code}`);
  }
  expect(missing).toEqual([]);
  expect(quotes.length).toBe(25);
});
