import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/schema/validate.js';
import { assay } from '../gate/assay.js';

const BASE = 'https://export.test';
const built = path.join(packageRoot, 'dist/src/cli/main.js');

/** A page of products. One of 300 has a wrong offset, and one of 700 is an error of another form. */
function entryAt(at: number): object {
  const [limit, offset] = [20 + (at % 30), (at * 7) % 1000];
  const data = Array.from({ length: limit }, (_, row) => ({
    id: offset + row + 1,
    name: `thing ${offset + row}`,
  }));
  const meta = { total: 5000, limit, offset: at % 300 === 299 ? offset + 1 : offset };
  const isError = at % 700 === 650;
  const text = JSON.stringify(isError ? { problem: 'none' } : { data, meta });
  const url = `${BASE}/sites/1/channels/2/destinations/3/products?limit=${limit}&offset=${offset}`;
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 1) + at * 100).toISOString(),
    time: 5,
    request: {
      method: 'GET',
      url,
      headers: [
        { name: 'Accept', value: 'application/vnd.api+json' },
        { name: 'X-EA-Auth-Token', value: 'a-token' },
      ],
    },
    response: {
      status: isError ? 400 : 200,
      headers: [
        { name: 'Content-Type', value: 'application/vnd.api+json' },
        { name: 'Content-Length', value: String(text.length) },
      ],
      content: { size: text.length, mimeType: 'application/vnd.api+json', text },
    },
  };
}

const steady = (report: string): unknown =>
  JSON.parse(report, (name, value) =>
    ['startedAt', 'durationMs', 'out', 'replay', 'curl', 'commands'].includes(name)
      ? undefined
      : value,
  );

it.skipIf(!existsSync(built))(
  'a large recording has the same report whether a second thread tests a part of it or not',
  async () => {
    const cwd = mkdtempSync(path.join(tmpdir(), 'assay-thread-'));
    const entries = Array.from({ length: 3000 }, (_, at) => entryAt(at));
    const har = JSON.stringify({ log: { version: '1.2', creator: { name: 'x' }, entries } });
    expect(har.length).toBeGreaterThan(4 * 1024 * 1024);
    writeFileSync(path.join(cwd, 'recording.har'), har);
    writeFileSync(path.join(cwd, 'target.json'), JSON.stringify({ export: { baseUrl: BASE } }));
    const argv = (out: string): string[] => [
      'judge',
      'recording.har',
      '--target',
      'target.json',
      '--out',
      out,
      '--reporter',
      'json',
    ];
    // The sources have no built thread beside them.
    const alone = await assay(argv('alone'), { cwd });
    const threaded = await promisify(execFile)(process.execPath, [built, ...argv('threaded')], {
      cwd,
    }).catch(({ code }: { code: number }) => ({ code }));
    expect([alone.code, 'code' in threaded ? threaded.code : 0]).toEqual([1, 1]);
    const [one, other] = ['alone', 'threaded'].map((out) =>
      steady(readFileSync(path.join(cwd, out, 'report.json'), 'utf8')),
    );
    expect(other).toEqual(one);
    expect(JSON.stringify(one)).toContain('EXP-LIST-');
  },
);
