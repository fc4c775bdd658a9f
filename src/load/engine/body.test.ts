import { expect, it } from 'vitest';
import { Body } from './body.js';

const MEGABYTE = Buffer.alloc(1024 * 1024, 120);

it('needs memory for its bytes only, even if they arrive in many pieces', () => {
  const body = new Body();
  const before = process.memoryUsage();
  for (let turn = 0; turn < 1_000_000; turn += 1) body.add(Buffer.from('x'), true);
  const { arrayBuffers } = process.memoryUsage();
  expect(arrayBuffers - before.arrayBuffers).toBeLessThan(32 * 1024 * 1024);
  expect(body.take().toString()).toBe('x'.repeat(1_000_000));
  expect(body.take()).toHaveLength(0);
});

it('keeps nothing of a body that is too long, and marks it as cut', () => {
  const body = new Body();
  for (let turn = 0; turn < 9; turn += 1) body.add(MEGABYTE, true);
  expect(body.cut).toBe(true);
  expect(body.take()).toHaveLength(0);
  body.add(Buffer.from('next'), true);
  expect(body.cut).toBe(false);
});

it('limits the bytes of all bodies together, and frees them when the bodies are cleared', () => {
  const bodies = Array.from({ length: 20 }, () => new Body());
  for (const body of bodies) for (let turn = 0; turn < 6; turn += 1) body.add(MEGABYTE, true);
  const kept = bodies.filter((body) => !body.cut);
  expect(kept).toHaveLength(8);
  for (const body of bodies) body.clear();
  const [first = new Body()] = bodies;
  for (let turn = 0; turn < 6; turn += 1) first.add(MEGABYTE, true);
  expect(first.take()).toHaveLength(6 * MEGABYTE.length);
});
