import { expect, it } from 'vitest';
import { commandsOf } from './commands.js';
import { Redactor } from './redact.js';

it('keeps the headers on which the response may depend', () => {
  const exchange = {
    id: 1,
    interface: 'export',
    atMs: 0,
    waitedMs: 0,
    durationMs: 1,
    request: {
      method: 'GET',
      url: 'https://h.test/a',
      headers: [
        ['Host', 'h.test'],
        ['sec-fetch-mode', 'cors'],
        ['Accept-Encoding', 'gzip, br'],
        ['Accept', 'application/json'],
        ['X-EA-Auth-Token', '${EXPORT_TOKEN}'],
      ] as [string, string][],
    },
    answer: {
      status: 200,
      headers: [['content-encoding', 'br']] as [string, string][],
      bytes: 2,
      body: '[]',
    },
  };
  expect(commandsOf([exchange], { redactor: new Redactor([]), isRecorded: true })).toEqual([
    `curl -sSi --globoff --path-as-is --compressed -H 'Accept: application/json' -H 'X-EA-Auth-Token: '"\${EXPORT_TOKEN}" -H 'User-Agent:' 'https://h.test/a'`,
  ]);
});
