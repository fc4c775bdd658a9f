import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suites } from '../../../suites/index.js';
import { makePlan } from '../../harness/index.js';
import { systemClock } from '../../http/index.js';
import { type Reference, startReference } from '../../reference/index.js';
import { targetFrom } from '../../settings/index.js';
import { runProgram } from '../program.js';

let healthy: Reference;
let broken: Reference;
beforeAll(async () => {
  healthy = await startReference();
  broken = await startReference({ defects: ['platform.last-entity-lost'] });
});
afterAll(() => Promise.all([healthy.close(), broken.close()]));

/** A server in development. It reads its behaviour from a file for every request. */
class EditedServer {
  readonly cwd = mkdtempSync(path.join(tmpdir(), 'assay-watch-'));
  readonly #file = path.join(this.cwd, 'behaviour.txt');
  #server: Server | undefined;
  #port = 0;

  edit(behaviour: 'healthy' | 'broken'): void {
    writeFileSync(this.#file, behaviour);
  }

  async start(): Promise<void> {
    this.#server = createServer((from, to) => this.#answer(from, to));
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    const { platform } = healthy.target;
    const target = { platform: { ...platform, baseUrl: `http://127.0.0.1:${this.#port}` } };
    writeFileSync(path.join(this.cwd, 'assay.target.json'), JSON.stringify(target));
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  #answer(from: IncomingMessage, to: ServerResponse): void {
    const { target } = readFileSync(this.#file, 'utf8') === 'broken' ? broken : healthy;
    const { origin, pathname } = new URL(target.platform?.baseUrl ?? '');
    const headers = { ...from.headers, host: new URL(origin).host };
    const onward = request(
      new URL(`${pathname}${from.url}`, origin),
      { headers, method: from.method },
      (answer) => {
        to.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(to);
      },
    );
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  }
}

/** Starts `assay watch`, which runs until it is stopped. */
function startWatch(cwd: string, ...argv: readonly string[]) {
  const stop = new AbortController();
  let text = '';
  let notify: () => void = () => undefined;
  const hear = (more: string): void => {
    text += more;
    notify();
  };
  const ended = runProgram(['watch', ...argv], {
    environment: {},
    cwd,
    out: hear,
    err: hear,
    terminal: { out: false, err: false },
    signal: stop.signal,
    clock: systemClock,
  });
  return {
    /**
     * Waits for a text that matches, and returns the output up to its end. The next call only sees
     * later output.
     */
    async until(pattern: RegExp): Promise<string> {
      for (;;) {
        const found = pattern.exec(text);
        if (found !== null) {
          const output = text.slice(0, found.index + found[0].length);
          text = text.slice(output.length);
          return output;
        }
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    },
    async stop(): Promise<number> {
      stop.abort();
      return ended;
    },
  };
}

const SOME = ['--check', 'platform.page.*,platform.walk.*'];
const ROUND = /Round \d+: .*, in \d+ ms, the first verdict after \d+ ms\nWaiting for changes/;

it('plans the checks that `first` chooses at the start', () => {
  const target = targetFrom(healthy.target, 'reference');
  const late = makePlan(suites, target).planned.slice(-3);
  const ids = late.map(({ check }) => check.id);
  const { planned } = makePlan(suites, target, { first: ({ id }) => ids.includes(id) });
  expect(planned.slice(0, 3).map(({ check }) => check.id)).toEqual(ids);
});

describe('assay watch', () => {
  it('tests again when a file changes, and prints only changed verdicts', async () => {
    const server = new EditedServer();
    server.edit('broken');
    await server.start();
    const watch = startWatch(server.cwd, '--files', '*.txt', ...SOME);
    try {
      const first = await watch.until(ROUND);
      expect(first).toMatch(/^✗ failing {10}PLT-.*platform\./);
      expect(first).toMatch(/ {4}expected .*\n {4}got .*\n {4}reproduce curl /);

      server.edit('healthy');
      const second = await watch.until(ROUND);
      expect(second).toContain('Changed: behaviour.txt');
      expect(second).not.toContain('✗');
      const healed = (first.match(/^✗/gm) ?? []).length;
      expect(second.match(/^✓ now passed/gm)).toHaveLength(healed);

      server.edit('broken');
      const third = await watch.until(ROUND);
      expect(third.match(/^✗ now failing/gm)).toHaveLength(healed);
      expect(third).not.toContain('✓');

      server.edit('broken');
      expect(await watch.until(ROUND)).not.toMatch(/[✗✓]/);
    } finally {
      expect(await watch.stop()).toBe(130);
      await server.stop();
    }
  });

  it('waits for a server that is down, and tests when it is back', async () => {
    const server = new EditedServer();
    server.edit('healthy');
    await server.start();
    await server.stop();
    const watch = startWatch(server.cwd, ...SOME);
    try {
      await watch.until(/Not judged: connection refused at http:\S+\. Waiting/);
      await server.start();
      expect(await watch.until(ROUND)).toMatch(/Round 1: \d+ passed/);
      await server.stop();
      server.edit('broken');
      await watch.until(/Not judged: connection refused at http:\S+\. Waiting/);
      await server.start();
      expect(await watch.until(ROUND)).toMatch(/Changed: the server at http:.*\n✗ now failing/);
    } finally {
      await watch.stop();
      await server.stop();
    }
  });

  it('rejects a pattern in a missing folder, and an environment without a target', async () => {
    const cwd = mkdtempSync(path.join(tmpdir(), 'assay-watch-'));
    expect(await startWatch(cwd).stop()).toBe(2);
    writeFileSync(
      path.join(cwd, 'assay.target.json'),
      '{"platform":{"baseUrl":"http://127.0.0.1:1"}}',
    );
    const watch = startWatch(cwd, '--files', 'nope/**');
    await watch.until(/--files nope\/\*\*: nope is not a folder/);
    expect(await watch.stop()).toBe(2);
  });
});
