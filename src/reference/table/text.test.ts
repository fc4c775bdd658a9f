import { describe, expect, it } from 'vitest';
import { byCodePoint, fold } from './text.js';

describe('byCodePoint', () => {
  it('orders by code points, not by UTF-16 code units', () => {
    const texts = ['\u{1f6cb}', '\uff26', 'é', 'e\u0301', 'Z', 'a', '', 'ab', '\u{20bb7}'];
    const points = (text: string): number[] => [...text].map((point) => point.codePointAt(0) ?? 0);
    const expected = [...texts].sort((a, b) => {
      const [left, right] = [points(a), points(b)];
      const at = left.findIndex((point, index) => point !== right[index]);
      return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
    });
    expect([...texts].sort(byCodePoint)).toEqual(expected);
  });
});

describe('fold', () => {
  it('agrees with the simple case folding of Unicode regular expressions', () => {
    const wrong: string[] = [];
    for (let code = 0; code < 0x2000; code += 1) {
      const point = String.fromCodePoint(code);
      for (const other of new Set([point.toUpperCase(), point.toLowerCase(), fold(point)])) {
        if ([...other].length !== 1) continue;
        const same = new RegExp(`^\\u{${code.toString(16)}}$`, 'iu').test(other);
        if (same !== (fold(point) === fold(other))) wrong.push(`${code.toString(16)} ${other}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('maps one code point to one code point', () => {
    for (const point of 'ßẞİıſΣςK\u{10400}') expect([...fold(point)]).toHaveLength(1);
  });
});
