import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HttpClient, openTransport, Redactor } from '../src/http/index.js';
import { claimsOf, headerOf, tokenIn } from '../src/protocol/templates/jwt.js';
import type { Row } from './row.js';

const SIZE = 8 * 1024 * 1024 - 1024;

/** Bodies of up to 8 MB that cost far more than they weigh where they are read without care. */
const BODIES: Readonly<Record<string, () => string>> = {
  numbers: () => `[${'1,'.repeat(SIZE / 2 - 2)}1]`,
  'empty objects': () => `[${'{},'.repeat(SIZE / 3 - 2)}{}]`,
  escapes: () => `[{"a":"${'\\u0041'.repeat(SIZE / 6 - 4)}"}]`,
  'nested lists': () => `${'['.repeat(SIZE / 2)}${']'.repeat(SIZE / 2)}`,
  'one member name': () => `[{"${'k'.repeat(SIZE - 10)}":1}]`,
  'one text': () => `[{"a":"${'x'.repeat(SIZE - 10)}"}]`,
  members: () => `[{${numbered('k', SIZE / 14)}}]`,
  records: () => `[${'{"id":1,"name":"a"},'.repeat(SIZE / 20 - 1)}{}]`,
  'different records': () =>
    `[${Array.from({ length: 200_000 }, (_, at) => `{"id":${at},"name":"n${at}"}`).join(',')}]`,
  base64: () => `[{"a":"${'QUFB'.repeat(SIZE / 4 - 4)}"}]`,
  digits: () => `[{"a":${'9'.repeat(SIZE - 10)}}]`,
  backslashes: () => '\\'.repeat(SIZE),
  'percent signs': () => '%25'.repeat(SIZE / 3),
  'an access token': () => tokenBody('x'.repeat(SIZE - 100)),
  'an access token of dots': () => tokenBody('.'.repeat(SIZE - 100)),
  'the claims of a JWT': () => tokenBody(jwt(`{"exp":1,"a":"${'x'.repeat(SIZE / 2)}"}`)),
  'a JWT of nested objects': () =>
    tokenBody(jwt(`${'{"a":'.repeat(SIZE / 10)}1${'}'.repeat(SIZE / 10)}`)),
};

const numbered = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `"${name}${at}":1`).join(',');
const encoded = (text: string): string => Buffer.from(text).toString('base64url');
const jwt = (claims: string): string => `${encoded('{"alg":"RS256"}')}.${encoded(claims)}.c2ln`;
const tokenBody = (token: string): string =>
  `{"access_token":"${token}","token_type":"Bearer","expires_in":300}`;

interface Cost {
  /** Time of the processor, which the load of the machine does not change. */
  readonly ms: number;
  readonly megabytes: number;
}

/** One answer asked for, read, searched for secrets and stored as a check would have it. */
async function take(body: string): Promise<Cost> {
  const server = createServer((_, to) =>
    to.writeHead(200, { 'Content-Type': 'application/json' }).end(body),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const transport = openTransport({ timeoutMs: 60_000, connections: 1 });
  const redactor = new Redactor([{ name: 'EXPORT_TOKEN', value: 'token-of-main_1', weak: false }]);
  let stored = 0;
  const client = new HttpClient({
    transport,
    redactor,
    record: ({ answer }) => {
      stored += answer?.body.length ?? 0;
    },
  });
  const [before, begun] = [process.resourceUsage().maxRSS, process.cpuUsage()];
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    // A token is read, sent and echoed.
    const answer = await client.send({
      interface: 'templates',
      lane: 'token',
      method: 'POST',
      url,
    });
    const token = tokenIn(answer);
    if (token !== undefined) {
      redactor.registerToken(token);
      void [headerOf(token), claimsOf(token)];
      redactor.text(answer.text);
    }
    const { user, system } = process.cpuUsage(begun);
    const ms = (user + system) / 1000;
    if (stored === 0) throw new Error('nothing was stored');
    return { ms, megabytes: (process.resourceUsage().maxRSS - before) / 1024 };
  } finally {
    await transport.close();
    server.closeAllConnections();
    server.close();
  }
}

/** In a process of its own, whose memory nothing else has grown. */
async function costOf(name: string): Promise<Cost> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(import.meta.url),
    name,
  ]);
  return JSON.parse(stdout);
}

const [, script, chosen = ''] = process.argv;
const body = BODIES[chosen];
if (script === fileURLToPath(import.meta.url) && body !== undefined)
  console.log(JSON.stringify(await take(body())));

/** What an answer may cost, whatever is in it: two seconds and 300 MB. */
export const rows: readonly Row[] = Object.keys(BODIES).flatMap((name): readonly Row[] => [
  {
    title: `a hostile response, up to 8 MB of ${name}: time`,
    unit: 'ms',
    limit: '≤ 2000 ms',
    holds: (figure) => figure <= 2000,
    measure: async () => (await costOf(name)).ms,
  },
  {
    title: `a hostile response, up to 8 MB of ${name}: memory`,
    unit: 'MB',
    limit: '≤ 300 MB',
    holds: (figure) => figure <= 300,
    measure: async () => (await costOf(name)).megabytes,
  },
]);
