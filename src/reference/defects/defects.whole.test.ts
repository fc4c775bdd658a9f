import { expect, it } from 'vitest';
import { look, PROBES } from '../../../tests/reference/probes/index.js';
import { DEFECTS } from './index.js';

const topicOf = (id: string): string => id.slice(0, id.lastIndexOf('.'));

const healthy = new Map<string, Promise<readonly string[]>>();

function healthyLooks(topic: string): Promise<readonly string[]> {
  const known = healthy.get(topic) ?? look(PROBES[topic] ?? [], []);
  healthy.set(topic, known);
  return known;
}

it.each(Object.keys(PROBES))('%s: healthy servers look the same', async (topic) => {
  expect(await look(PROBES[topic] ?? [], [])).toEqual(await healthyLooks(topic));
});

it.each(DEFECTS.map(({ id }) => id))('%s can be seen from outside', async (id) => {
  const expected = await healthyLooks(topicOf(id));
  expect(await look(PROBES[topicOf(id)] ?? [], [id], expected)).not.toEqual(expected);
});
