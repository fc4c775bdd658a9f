import { expect, it } from 'vitest';
import { look, PROBES } from '../../../tests/reference/probes/index.js';
import { DEFECTS } from './index.js';

const topicOf = (id: string): string => id.slice(0, id.lastIndexOf('.'));

const healthy = new Map<string, Promise<readonly string[]>>();

function healthyResponses(topic: string): Promise<readonly string[]> {
  const known = healthy.get(topic) ?? look(PROBES[topic] ?? [], []);
  healthy.set(topic, known);
  return known;
}

it.each(Object.keys(PROBES))(
  '%s: two servers without defects send the same responses',
  async (topic) => {
    expect(await look(PROBES[topic] ?? [], [])).toEqual(await healthyResponses(topic));
  },
);

it.each(DEFECTS.map(({ id }) => id))('%s changes the responses', async (id) => {
  const expected = await healthyResponses(topicOf(id));
  expect(await look(PROBES[topicOf(id)] ?? [], [id], expected)).not.toEqual(expected);
});
