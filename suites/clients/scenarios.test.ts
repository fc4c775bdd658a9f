import { expect, it } from 'vitest';
import { clauses, scenarios, tasks } from './index.js';

it('has permanent ids', () => {
  expect(scenarios.map(({ id, clauses: ids, task }) => `${id} ${ids.join(' ')} ${task}`)).toMatchInlineSnapshot();
});

it('asks something of every clause, once under each id, in words that tasks.ts explains', () => {
  const ids = scenarios.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const asked = new Set<string>(scenarios.flatMap((scenario) => scenario.clauses));
  expect(Object.keys(clauses).filter((id) => !asked.has(id))).toEqual([]);
  const known = Object.keys(tasks).map((task) => task.split(' ')[0]);
  expect(scenarios.filter(({ task }) => !known.includes(task.split(' ')[0])).map(({ task }) => task)).toEqual([]);
});
