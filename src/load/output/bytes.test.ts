import { expect, it } from 'vitest';
import { Bytes } from './bytes.js';

it.each([0, 0.001, 0.01, 0.1, 0.5, 1, 1.05, 9.999, 10, 12.34, 999.9996, 1000, 60_000.5, 3_600_000, -1.5, 0.0004])(
  'writes %d ms to the microsecond, as JSON would',
  (value) => {
    const bytes = new Bytes();
    bytes.ms(value);
    expect(bytes.take().written.toString()).toBe(JSON.stringify(Math.round(value * 1000) / 1000));
  },
);

it('grows with what it is given, and begins anew', () => {
  const bytes = new Bytes();
  const piece = Buffer.from('€'.repeat(10_000));
  for (let turn = 0; turn < 5; turn += 1) bytes.put(piece);
  bytes.three(7);
  expect(bytes.take().written.toString()).toBe(`${'€'.repeat(50_000)}007`);
  expect(bytes.take().written).toHaveLength(0);
});

it('uses room again only when it is given back', () => {
  const bytes = new Bytes();
  const wrote = (text: string) => {
    bytes.put(Buffer.from(text));
    return bytes.take();
  };
  const [first, second] = [wrote('first'), wrote('second')];
  expect([first.written.toString(), second.written.toString()]).toEqual(['first', 'second']);
  first.release();
  wrote('third');
  expect(wrote('reused').written.buffer).toBe(first.written.buffer);
});
