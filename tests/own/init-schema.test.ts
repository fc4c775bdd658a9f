import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startReference } from '../../src/reference/index.js';
import { inferSchema } from '../../src/schema/infer-schema.js';
import { assay } from '../gate/assay.js';

it('writes drafts from the first responses, with which a run then passes', async () => {
  const reference = await startReference();
  try {
    const { cwd } = await assay(['list', 'profiles']);
    const save = (target: object): void =>
      writeFileSync(path.join(cwd, 'assay.target.json'), JSON.stringify(target));
    const { export: products, templates, platform } = reference.target;
    save({ export: products, templates, platform });
    const first = await assay(['init', '--schema'], { cwd });
    expect(first.code).toBe(0);
    const files = first.out.trim().split('\n');
    expect(files).toContain('export-record.schema.json');
    expect(files).toContain('template.schema.json');
    expect(files).toContain('platform-projects.schema.json');
    const draft = JSON.parse(readFileSync(path.join(cwd, 'export-record.schema.json'), 'utf8'));
    expect(draft).toMatchObject({ type: 'object', properties: { id: { type: 'integer' } } });
    expect(draft.properties.price.type).toEqual(['number', 'null']);
    expect(first.err).toContain('Enter this path as export.recordSchema in the target file.');
    expect((await assay(['init', '--schema'], { cwd })).err).toContain(
      'already exists and was not changed',
    );

    save({ platform: { ...platform, schemas: { projects: 'platform-projects.schema.json' } } });
    const run = await assay(['run', '--check', 'platform.walk.*,platform.own.*', '--out', 'out'], {
      cwd,
    });
    expect(run.out).toMatch(/Own schemas +1 of 1 tested clauses pass/);
  } finally {
    await reference.close();
  }
}, 60_000);

it('writes nothing where the target does not respond', async () => {
  const { cwd } = await assay(['list', 'profiles']);
  writeFileSync(
    path.join(cwd, 'assay.target.json'),
    '{"platform": {"baseUrl": "http://127.0.0.1:9", "collections": ["a"]}}',
  );
  const { code, err } = await assay(['init', '--schema'], { cwd });
  expect(code).toBe(3);
  expect(err).toContain(
    'platform.schemas.a: no draft was written, because no response contains an item of this kind: entity of a.',
  );
  expect(existsSync(path.join(cwd, 'platform-a.schema.json'))).toBe(false);
});

it.each<readonly [readonly unknown[], object]>([
  [[1, 2], { type: 'integer' }],
  [[1, 2.5], { type: 'number' }],
  [['a', null], { type: ['string', 'null'] }],
  [['2024-01-31', '2024-02-01'], { type: 'string', format: 'date' }],
  [['2024-01-31', 'soon'], { type: 'string' }],
  [[[1], ['a']], { type: 'array', items: { type: ['string', 'integer'] } }],
  [
    [{ a: 1 }, { a: 2, b: true }],
    {
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'boolean' } },
      required: ['a'],
    },
  ],
])('infers from %j the schema %j', (values, schema) => {
  expect(inferSchema(values)).toEqual(schema);
});
