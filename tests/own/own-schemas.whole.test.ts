import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.js';
import { Answer, systemClock } from '../../src/http/index.js';
import { defaultRecords } from '../../src/reference/dataset/index.js';
import { startReference } from '../../src/reference/index.js';
import { problemsOf, schemaFault } from '../../src/schema/own-validator.js';
import { packageRoot } from '../../src/schema/validate.js';
import { loadTarget, type ProductRecord, type TargetFile } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';
import { withOwnSchemas } from '../../suites/own/index.js';
import { assay } from '../gate/assay.js';

const VENDOR = path.join(packageRoot, 'tests/own/vendor.openapi.yaml');
const at = (name: string): string => `vendor.openapi.yaml#/components/schemas/${name}`;

/** The vendor's settings beside those of a reference server. */
const withSchemas = (target: TargetFile): TargetFile => ({
  ...target,
  ...(target.export && { export: { ...target.export, recordSchema: at('Product') } }),
  ...(target.templates && { templates: { ...target.templates, schema: at('Template') } }),
  ...(target.platform && {
    platform: { ...target.platform, schemas: { projects: at('Project'), sites: at('Site') } },
  }),
  ...(target.handover && { handover: { ...target.handover, schema: at('HandoverResult') } }),
});

/** A folder with the vendor's document and a target file. */
async function folderOf(target: object): Promise<string> {
  const { cwd } = await assay(['list', 'profiles']);
  copyFileSync(VENDOR, path.join(cwd, 'vendor.openapi.yaml'));
  writeFileSync(path.join(cwd, 'target.json'), JSON.stringify(target));
  return cwd;
}

async function run(
  records?: readonly ProductRecord[],
  more: (target: TargetFile) => object = withSchemas,
) {
  const reference = await startReference(records === undefined ? {} : { records });
  try {
    const cwd = await folderOf(more(reference.target));
    const told = await assay(
      ['run', '--target', 'target.json', '--out', 'out', '--min-coverage', '0'],
      { cwd },
    );
    const report = JSON.parse(readFileSync(path.join(cwd, 'out/report.json'), 'utf8'));
    const ownChecks = report.checks.filter(({ id }: { id: string }) => id.includes('.own.'));
    return { ...told, cwd, report, ownChecks };
  } finally {
    await reference.close();
  }
}

/** Ten records with one deviation each, and how each is reported. */
function deviating(): {
  readonly records: readonly ProductRecord[];
  readonly expected: readonly { readonly told: string; readonly id: string }[];
} {
  const missing = undefined;
  const changes: readonly (readonly [member: string, value: unknown, told: string])[] = [
    ['price', 'ten', 'must be number or null'],
    ['price', 2_000_000_000, 'must be <= 1000000000'],
    ['stock', 1.5, 'must be integer or null'],
    ['color', '', 'must NOT have fewer than 1 characters'],
    ['color', 7, 'must be string or null'],
    ['category', missing, "must have required property 'category'"],
    ['category', null, 'must be string'],
    ['note', missing, "must have required property 'note'"],
    ['description', 12, 'must be string'],
    ['name', null, 'must be string'],
  ];
  const records = defaultRecords()
    .slice(0, 200)
    .map((record) => ({ ...record }) as Record<string, unknown>);
  const expected = changes.map(([member, value, told], index) => {
    const record = records[index * 7 + 3] ?? {};
    if (value === missing) delete record[member];
    else record[member] = value;
    return { told: `/${member}: ${told} (`, id: `id ${record.id}` };
  });
  return { records, expected };
}

describe("a vendor's OpenAPI document as the source of schemas", () => {
  it('has about 300 lines with references', () => {
    const text = readFileSync(VENDOR, 'utf8');
    expect(text.split('\n').length).toBeGreaterThan(300);
    expect(text.match(/\$ref/g)?.length).toBeGreaterThan(40);
  });

  it('is satisfied by the data of the reference server, and beside the conformance to the document', async () => {
    const { report, ownChecks, out } = await run();
    const verdicts = ownChecks.map(
      ({ id, verdict }: { id: string; verdict: string }) => `${id} ${verdict}`,
    );
    expect(verdicts.toSorted()).toEqual([
      'export.own.records passed',
      expect.stringMatching(/^handover\.own\.response (passed|skipped)$/),
      'platform.own.projects passed',
      'platform.own.sites passed',
      'templates.own.resources passed',
    ]);
    const plain = await run(undefined, (target) => target);
    expect(report.conformance).toEqual(plain.report.conformance);
    expect(report.coverage).toEqual(plain.report.coverage);
    expect(report.document).toBe(plain.report.document);
    expect(report.own.ratio).toBe(1);
    expect(plain.report.own).toBeUndefined();
    expect(out).toMatch(/Own schemas +\d of \d tested clauses pass/);
  }, 120_000);

  it('finds ten deviations, each named by its record and path', async () => {
    const { records, expected } = deviating();
    const { code, report, ownChecks } = await run(records);
    const check = ownChecks.find(({ id }: { id: string }) => id === 'export.own.records');
    expect(check).toMatchObject({ verdict: 'failed', clauses: ['OWN-EXP-1'] });
    const groups: readonly string[] = check.actual.split('; ');
    for (const { told, id } of expected)
      expect(groups.filter((group) => group.startsWith(told) && group.includes(id))).toHaveLength(
        1,
      );
    for (const group of groups) expect(group).toMatch(/ in 1 of \d+ \([\d.]+ %\): id \d+/);
    expect(groups).toHaveLength(10);
    expect(check.commands.at(-1)).toContain('curl');
    expect(check.replay).toMatch(/--check export\.own\.records,export\./);
    expect(code).toBe(1);
    const finding = report.findings.find(
      ({ clause }: { clause: string }) => clause === 'OWN-EXP-1',
    );
    expect(finding?.actual).toContain(expected[0]?.told);
    expect(finding?.title).toMatch(/ of \d+ (?:are wrong|\()/);
    expect(report.own).toMatchObject({
      judged: ownChecks.filter((one: { verdict: string }) => one.verdict !== 'skipped').length,
    });
  }, 120_000);

  it('warns at the level should, and observes at the level open', async () => {
    const { records } = deviating();
    for (const [level, verdict] of [
      ['should', 'warning'] as const,
      ['open', 'observed'] as const,
    ]) {
      const { ownChecks } = await run(records, ({ export: products }) => ({
        export: { ...products, recordSchema: { file: at('Product'), level } },
      }));
      expect(ownChecks[0]).toMatchObject({ id: 'export.own.records', level, verdict });
    }
  }, 120_000);

  it('is used for recorded traffic', async () => {
    const { records, expected } = deviating();
    const { cwd } = await run(records, ({ export: products }) => ({ export: products }));
    writeFileSync(
      path.join(cwd, 'bare.json'),
      JSON.stringify(withSchemas(JSON.parse(readFileSync(path.join(cwd, 'target.json'), 'utf8')))),
    );
    const judged = await assay(
      ['judge', 'out/ledger.ndjson.gz', '--target', 'bare.json', '--out', 'judged'],
      { cwd },
    );
    const report = JSON.parse(readFileSync(path.join(cwd, 'judged/report.json'), 'utf8'));
    const check = report.checks.find(({ id }: { id: string }) => id === 'export.own.records');
    expect(check.verdict).toBe('failed');
    for (const { told } of expected) expect(check.actual).toContain(told);
    expect(judged.code).toBe(1);
  }, 120_000);
});

it('is used for the traffic of a proxy, with the target file in the working directory', async () => {
  const { records, expected } = deviating();
  const reference = await startReference({ records });
  try {
    const { export: products } = reference.target;
    const cwd = await folderOf({});
    const own = { export: { ...products, recordSchema: at('Product') } };
    writeFileSync(path.join(cwd, 'assay.target.json'), JSON.stringify(own));
    const { siteId, channelId, destination } = products ?? {};
    const route = `sites/${siteId}/channels/${channelId}/destinations/${destination?.id}/products?limit=100`;
    const headers = { Accept: 'application/json', 'X-EA-Auth-Token': destination?.token ?? '' };
    const stop = new AbortController();
    const code = await runProgram(['proxy', '--out', 'out', '--reporter', 'json'], {
      environment: {},
      cwd,
      out: (text) => {
        const [, address] = /^EXPORT_BASE_URL=(\S+)/.exec(text) ?? [];
        if (address !== undefined)
          void fetch(`${address}/${route}`, { headers }).then(() => stop.abort());
      },
      err: () => undefined,
      terminal: { out: false, err: false },
      signal: stop.signal,
      clock: systemClock,
    });
    const report = JSON.parse(readFileSync(path.join(cwd, 'out/report.json'), 'utf8'));
    const check = report.checks.find(({ id }: { id: string }) => id === 'export.own.records');
    expect(check).toMatchObject({
      verdict: 'failed',
      actual: expect.stringContaining(expected[0]?.told ?? 'none'),
    });
    expect(code).toBe(1);
  } finally {
    await reference.close();
  }
}, 60_000);

describe('a schema of the settings', () => {
  const load = async (schema: unknown, files: Readonly<Record<string, string>> = {}) => {
    const cwd = await folderOf({ export: { baseUrl: 'https://a.example', recordSchema: schema } });
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(cwd, name), text);
    return () => loadTarget({ file: 'target.json', environment: {}, cwd });
  };

  it.each([
    [
      'missing.json',
      /export\.recordSchema names .*missing\.json, which cannot be read: it does not exist/,
    ],
    [
      at('Nothing'),
      /names vendor\.openapi\.yaml#\/components\/schemas\/Nothing, but .* has nothing at #/,
    ],
    ['odd.yaml', /names .*odd\.yaml, which is neither JSON nor YAML/],
    [
      'list.json',
      /names list\.json, which is not a valid JSON Schema: it is neither an object nor a boolean/,
    ],
    [
      'dangling.json',
      /names dangling\.json, which is not a valid JSON Schema: can't resolve reference/,
    ],
  ])('%s is refused with the setting, the file and the remedy', async (schema, message) => {
    const files = {
      'odd.yaml': 'a: [1',
      'list.json': '[]',
      'dangling.json': '{"$ref": "#/$defs/Nothing"}',
    };
    expect(await load(schema, files)).toThrow(message);
  });

  it('may be of draft-07, and refer to another file', async () => {
    const draft = JSON.stringify({
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { name: { $ref: 'parts/text.yaml#/short' } },
      dependencies: { price: ['currency'] },
    });
    const cwd = await folderOf({
      export: { baseUrl: 'https://a.example', recordSchema: 'schema.json' },
    });
    const { mkdirSync } = await import('node:fs');
    mkdirSync(path.join(cwd, 'parts'));
    writeFileSync(path.join(cwd, 'parts/text.yaml'), 'short:\n  type: string\n  maxLength: 3\n');
    writeFileSync(path.join(cwd, 'schema.json'), draft);
    const schema = loadTarget({ file: 'target.json', environment: {}, cwd })?.export?.recordSchema;
    if (schema === undefined) throw new Error('the schema was not read');
    expect(schemaFault(schema)).toBeUndefined();
    expect(problemsOf(schema, { name: 'abc' })).toEqual([]);
    expect(problemsOf(schema, { name: 'abcd', price: 1 }).map(({ path: where }) => where)).toEqual([
      '',
      '/name',
    ]);
  });
});

it('validates every record of 100 pages', async () => {
  const settings = {
    baseUrl: 'https://a.example',
    siteId: 1,
    channelId: 2,
    recordSchema: at('Product'),
  };
  const cwd = await folderOf({ export: settings });
  const target = loadTarget({ file: 'target.json', environment: {}, cwd });
  if (target === undefined) throw new Error('the target was not read');
  const meta = { total: 100_000, limit: 1000, offset: 0 };
  const text = Buffer.from(JSON.stringify({ data: defaultRecords(), meta }));
  const url = 'https://a.example/sites/1/channels/2/destinations/3/products';
  const answers = Array.from(
    { length: 100 },
    (_, index) =>
      new Answer(
        { interface: 'export', url },
        { status: 200, headers: [], body: text },
        { exchange: index },
      ),
  );
  const [suite] = withOwnSchemas(suites, target);
  const check = suite?.checks.find(({ id }) => id === 'export.own.records');
  expect(check?.responses?.(answers, 0)).toMatchObject({
    kind: 'passed',
    witness: expect.stringContaining('100000 × product record'),
  });
}, 60_000);
