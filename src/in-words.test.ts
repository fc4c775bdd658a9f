import { expect, it } from 'vitest';
import { listInWords } from './in-words.js';

it.each([[], ['A'], ['A', 'B'], ['A', 'B', 'C']].map((names) => [names]))(
  'joins %j as Intl.ListFormat does for British English',
  (names) => {
    const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
    expect(listInWords(names)).toBe(list.format(names));
  },
);
