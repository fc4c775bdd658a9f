import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, describe, expect, it } from 'vitest';
import { asking, criterion, JSON_API } from '../../tests/reference/asking.js';
import type { ReferenceOptions } from './options.js';
import { type Reference, startReference } from './reference.js';
import { json } from './wire/answer.js';

const running: Reference[] = [];
afterEach(() => Promise.all(running.splice(0).map((reference) => reference.close())));

async function start(options: ReferenceOptions = {}): Promise<Reference> {
  const reference = await startReference(options);
  running.push(reference);
  return reference;
}

describe('startReference', () => {
  it('returns a valid target file and the same settings as environment variables', async () => {
    const reference = await start();
    const schema: object = JSON.parse(readFileSync('schemas/target.schema.json', 'utf8'));
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    expect(ajv.validate(schema, reference.target), ajv.errorsText()).toBe(true);
    const environment = reference.environment();
    expect(environment).toMatchObject({
      EXPORT_TOKEN: reference.target.export?.destination?.token,
      ETM_CLIENT_SECRET: reference.target.templates?.client?.secret,
      PLATFORM_COLLECTIONS: 'projects,sites,tags,archive',
    });
    expect(Object.values(environment)).not.toContain('');
  });

  it('starts on one port with prefixes, or on a port for each interface', async () => {
    const ports = ({ baseUrls }: Reference): number =>
      new Set(Object.values(baseUrls).map((url) => new URL(url).port)).size;
    expect(ports(await start())).toBe(1);
    const prefixes = { export: '', templates: '', auth: '', platform: '', handover: '' };
    const separate = await start({ separatePorts: true, prefixes });
    expect(ports(separate)).toBe(5);
    expect((await asking(separate).products('?limit=1')).status).toBe(200);
    await expect(start({ prefixes })).rejects.toThrow(RangeError);
    const nested = await start({ prefixes: { export: '', platform: '/a', handover: '/a/b' } });
    expect((await asking(nested).export('/')).status).toBe(200);
    expect((await asking(nested).platform('tags')).status).toBe(200);
    expect((await asking(nested).handover({})).status).toBe(400);
  });

  it('counts the requests to each interface', async () => {
    const reference = await start();
    await asking(reference).products('?limit=1');
    await asking(reference).platform('tags');
    expect(reference.requests).toEqual({
      export: 1,
      templates: 0,
      auth: 0,
      platform: 1,
      handover: 0,
    });
  });

  it('serves given records with any columns', async () => {
    const records = [
      { 'order by': 2, type: 'x' },
      { 'order by': 10 },
      { 'order by': null, type: 'X', nested: [1] },
    ];
    const ask = asking(await start({ records }));
    expect(JSON.parse((await ask.products()).text)).toEqual(records);
    const rows = JSON.parse(
      (await ask.products(`?orderBy=order by&${criterion('order by', '>', '3')}`)).text,
    );
    expect(rows).toEqual([records[1]]);
    expect(JSON.parse((await asking(await start({ records: [] })).products()).text)).toEqual([]);
  });

  it('limits the rate, and returns when to try again', async () => {
    let now = 0;
    const ask = asking(
      await start({ rateLimit: { requests: 2, perMs: 60_000 }, clock: () => now }),
    );
    const statuses = [
      await ask.products('?limit=1'),
      await ask.products('?limit=1'),
      await ask.products('?limit=1'),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
    now = 30_500;
    expect((await ask.products()).headers.get('retry-after')).toBe('30');
    now = 60_000;
    expect((await ask.products()).status).toBe(200);
  });

  it('lets a change replace any function, and hides internal errors from clients', async () => {
    const reference = await start({
      latencyMs: { min: 0, max: 1 },
      behaviour: (healthy) => ({
        ...healthy,
        export: { ...healthy.export, isWellFormed: () => true },
        around: (handle) => (call) => {
          if (call.path === '/broken') throw new Error('secret detail');
          return call.path === '/replaced' ? json(418, {}) : handle(call);
        },
      }),
    });
    const ask = asking(reference);
    expect((await ask.products('', { 'X-EA-Auth-Token': 'a.b' })).status).toBe(403);
    expect((await ask.export('/replaced')).status).toBe(418);
    expect((await ask.export('/broken')).text).toBe('{"error":"Internal server error"}');
    expect(reference.faults).toHaveLength(1);
  });
});

describe('dialects', () => {
  const total = async (options: ReferenceOptions, query: string): Promise<number> =>
    JSON.parse((await asking(await start(options)).products(`?limit=1&${query}`, JSON_API)).text)
      .meta?.total;
  const status = async (options: ReferenceOptions, query: string): Promise<number> =>
    (await asking(await start(options)).products(`?${query}`)).status;

  it('have pages of at most 1000 records', async () => {
    const { text } = await asking(await start({})).products('?limit=1001', JSON_API);
    expect(JSON.parse(text).meta.limit).toBe(1000);
  });

  it('change behaviour that the specification leaves open', async () => {
    const none = criterion('id', '=', '-5');
    expect(await status({}, none)).toBe(200);
    expect(await status({ dialect: { emptyResult: '404' } }, none)).toBe(404);
    expect(await status({ dialect: { maxLimit: 50, overLimit: 'refuse' } }, 'limit=51')).toBe(400);
    expect(
      await status({ dialect: { arrayEncodings: ['comma'] } }, criterion('id', 'IN', ['1', '2'])),
    ).toBe(400);
    expect(await status({ dialect: { nullSpellings: [] } }, criterion('color', 'IS', 'NULL'))).toBe(
      400,
    );
    expect(await status({ dialect: { orderDirections: [] } }, 'orderBy=id DESC')).toBe(400);
    expect(await status({ dialect: { orderDirections: ['-column'] } }, 'orderBy=-id')).toBe(200);
    const kept = await total({}, criterion('color', '=', 'red'));
    expect(
      await total({ dialect: { caseSensitive: false } }, criterion('color', '=', 'red')),
    ).toBeGreaterThan(kept);
    expect(
      await total({ dialect: { negationsKeepNulls: true } }, criterion('color', '!=', 'red')),
    ).toBe(1000 - kept);
  });

  it('change the notation of nulls and numbers', async () => {
    const records = [{ id: 1, color: null }];
    const servedRecord = async (dialect: ReferenceOptions['dialect'] = {}): Promise<unknown> =>
      JSON.parse((await asking(await start({ records, dialect })).products()).text)[0];
    expect(await servedRecord({ nulls: 'missing' })).toEqual({ id: 1 });
    expect(await servedRecord({ nulls: 'empty', numbers: 'string' })).toEqual({
      id: '1',
      color: '',
    });
  });
});

describe('the folder src/reference', () => {
  it('imports no code that tests the server', () => {
    const files = readdirSync('src/reference', { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts'),
    );
    const imports = files.flatMap((name) =>
      [...readFileSync(`src/reference/${name}`, 'utf8').matchAll(/from '([^']+)'/g)].map(
        ([, from]) => `${name}: ${from}`,
      ),
    );
    expect(
      imports.filter((line) => /\.\.\/(?:harness|http|report|suites|cli)\//.test(line)),
    ).toEqual([]);
  });
});
