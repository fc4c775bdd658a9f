import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../schema/validate.js';
import { PERCENTILES } from './percentiles.js';
import { metrics } from './profile/metric.js';
import { mergeSpreads, newHistogram, spreadOf } from './record/histogram.js';

it('are the same in the schema, in distributions, in metrics and in the documentation', () => {
  const schema = readFileSync(path.join(packageRoot, 'schemas/load-report.schema.json'), 'utf8');
  const { properties } = JSON.parse(schema).$defs.Spread;
  const keys = PERCENTILES.map(({ key }) => key);
  expect(Object.keys(properties).filter((name) => /^p\d/.test(name))).toEqual(keys);
  expect(Object.keys(spreadOf(newHistogram())).filter((name) => /^p\d/.test(name))).toEqual(keys);
  for (const { name } of PERCENTILES) expect(metrics).toContain(`response.${name}`);
  const readme = readFileSync(path.join(packageRoot, 'suites/load/README.md'), 'utf8');
  expect(readme.match(/`\.p[\d.]+`/g)).toEqual(PERCENTILES.map(({ name }) => `\`.${name}\``));
});

it('are computed from the histogram where an earlier report lacks one', () => {
  const histogram = newHistogram();
  for (const ms of [1, 2, 3, 400]) histogram.recordValue(ms * 1000);
  const { p99: _, ...earlier } = spreadOf(histogram);
  const { p99, ...others } = mergeSpreads([earlier]);
  expect(p99).toBeCloseTo(400, 0);
  expect(others).toEqual(earlier);
});
