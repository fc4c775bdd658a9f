import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import autocannon, { type Client } from 'autocannon';
import { expect, it } from 'vitest';
import { AUTOCANNON_VERSION, brokenContract } from './autocannon.js';

const packageFile = new URL('../../../node_modules/autocannon/package.json', import.meta.url);

it('is written against the installed autocannon', () => {
  expect(JSON.parse(readFileSync(packageFile, 'utf8')).version).toBe(AUTOCANNON_VERSION);
});

it('has the members that the engine replaces, and calls them in the needed order', async () => {
  const calls: string[] = [];
  const broken: string[][] = [];
  const server = createServer((_, response) => response.end('x'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  const setupClient = (client: Client): void => {
    broken.push(brokenContract(client));
    const { _connect: connect, _doRequest: request } = client;
    client._connect = () => {
      calls.push('_connect');
      // The client has set its own parser callbacks by now. These callbacks replace them.
      const { parser } = client;
      parser[2] = ({ statusCode, shouldKeepAlive }) => {
        calls.push(`head ${statusCode} ${shouldKeepAlive}`);
        return false;
      };
      parser[3] = (chunk, start, length) =>
        calls.push(`body ${chunk.subarray(start, start + length)}`);
      parser[4] = () => {
        calls.push('complete');
        if (calls.length < 6) request.call(client);
        else client.destroy();
      };
      connect.call(client);
    };
    client._doRequest = () => {
      calls.push('_doRequest');
      request.call(client);
    };
  };
  const url = `http://127.0.0.1:${address.port}`;
  await autocannon({ url, connections: 1, duration: 10, timeout: 10, sampleInt: 50, setupClient });
  server.close();
  expect(broken).toEqual([[]]);
  const answered = ['head 200 true', 'body x', 'complete'];
  expect(calls).toEqual(['_connect', '_doRequest', ...answered, ...answered]);
});

it('names the missing members of a changed autocannon', () => {
  const changedClient = Object.assign(Object.create(null), { secure: false });
  expect(brokenContract(changedClient)).toContain('client._doRequest()');
});
