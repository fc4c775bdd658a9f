import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openSession } from '../../src/harness/index.js';
import type { Exchange } from '../../src/http/index.js';
import { HttpClient, openTransport, Redactor, systemClock } from '../../src/http/index.js';
import { RenewableToken } from '../../src/http/renewable-token.js';
import { readToken } from '../../src/http/token-command.js';
import { startReference } from '../../src/reference/index.js';
import { virtualClock } from '../../src/selftest/virtual-clock.js';
import { type TargetFile, targetFrom } from '../../src/settings/index.js';
import { assay } from '../gate/assay.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A client that sends requests of a target, and what it recorded. */
function clientOf(file: TargetFile, clock = virtualClock()) {
  const target = targetFrom(file);
  const exchanges: Exchange[] = [];
  const redactor = new Redactor(target.secrets);
  const client = new HttpClient({
    transport: openTransport({ timeoutMs: 5000 }),
    redactor,
    clock,
    concurrency: 1,
    credentials: target.credentials,
    record: (exchange) => void exchanges.push(exchange),
  });
  const headers = Object.entries(target.platform?.headers ?? {});
  const url = `${target.platform?.baseUrl}/a`;
  const send = () => client.send({ interface: 'platform', url, headers }, { fresh: true });
  return { send, exchanges, clock };
}

const bearerOf = ({ headers }: IncomingMessage): string => headers.authorization ?? 'none';

/** A program that prints the number of its calls in a token. */
const counting = (folder: string, end = ''): readonly string[] => [
  process.execPath,
  '-e',
  `const fs = require('fs'); const file = ${JSON.stringify(path.join(folder, 'calls'))};
   const calls = (fs.existsSync(file) ? Number(fs.readFileSync(file)) : 0) + 1;
   fs.writeFileSync(file, String(calls));
   console.log(JSON.stringify({ token: 'token-number-' + calls, ${end} }));`,
];

const newFolder = async (): Promise<string> => (await assay(['list', 'profiles'])).cwd;

describe('a token of a command', () => {
  it('is obtained once, sent, and not shown', async () => {
    const seen: string[] = [];
    const baseUrl = await serving((request, response) => {
      seen.push(bearerOf(request));
      response.end(`{"got": "${bearerOf(request)}"}`);
    });
    const command = counting(await newFolder());
    const { send, exchanges } = clientOf({
      platform: {
        baseUrl,
        headers: { Authorization: { command, scheme: 'Bearer' } },
      },
    });
    await send();
    const answer = await send();
    expect(seen).toEqual(['Bearer token-number-1', 'Bearer token-number-1']);
    expect(answer.request.headers?.[0]?.[1]).not.toContain('token-number');
    expect(JSON.stringify(exchanges)).not.toContain('token-number-1');
    expect(exchanges[0]?.request.headers).toEqual([
      ['Authorization', expect.stringMatching(/^Bearer \$\{\w+\}$/)],
    ]);
  });

  it('is renewed before it expires', async () => {
    const seen: string[] = [];
    const baseUrl = await serving((request, response) => {
      seen.push(bearerOf(request));
      response.end('{}');
    });
    const clock = virtualClock();
    const expires = `expires_at: new Date(${clock.now() + 100_000}).toISOString()`;
    const command = counting(await newFolder(), expires);
    const headers = { Authorization: { command, scheme: 'Bearer' } };
    const { send } = clientOf({ platform: { baseUrl, headers } }, clock);
    await send();
    await clock.sleep(79_000);
    await send();
    await clock.sleep(2_000);
    await send();
    expect(seen.map((value) => value.slice(-1))).toEqual(['1', '1', '2']);
  });

  it('is renewed once after a 401, and the second response stands', async () => {
    const seen: string[] = [];
    const baseUrl = await serving((request, response) => {
      seen.push(bearerOf(request));
      response.writeHead(bearerOf(request).endsWith('2') ? 200 : 401).end('{}');
    });
    const command = counting(await newFolder());
    const headers = { Authorization: { command, scheme: 'Bearer' } };
    const { send } = clientOf({ platform: { baseUrl, headers } });
    expect((await send()).status).toBe(200);
    expect(seen).toEqual(['Bearer token-number-1', 'Bearer token-number-2']);
  });

  it('is not renewed again where the renewed one is refused too', async () => {
    let requests = 0;
    const baseUrl = await serving((_, response) => {
      requests += 1;
      response.writeHead(401).end('{}');
    });
    const folder = await newFolder();
    const headers = {
      Authorization: { command: counting(folder), scheme: 'Bearer' },
    };
    const { send } = clientOf({ platform: { baseUrl, headers } });
    for (let turn = 0; turn < 3; turn += 1) expect((await send()).status).toBe(401);
    expect(requests).toBe(4);
    expect(readFileSync(path.join(folder, 'calls'), 'utf8')).toBe('2');
  });

  it('names the setting and the command that fails', async () => {
    const baseUrl = await serving((_, response) => response.end('{}'));
    const command = [process.execPath, '-e', 'console.error("not logged in"); process.exit(4)'];
    const headers = { Authorization: { command } };
    const { send } = clientOf({ platform: { baseUrl, headers } });
    await expect(send()).rejects.toThrow(
      `platform.headers.Authorization: the command ${process.execPath} ended with 4: not logged in`,
    );
  });

  it('names the signal that ended the command', async () => {
    const baseUrl = await serving((_, response) => response.end('{}'));
    const command = [process.execPath, '-e', 'process.kill(process.pid, "SIGKILL")'];
    const { send } = clientOf({ platform: { baseUrl, headers: { Authorization: { command } } } });
    await expect(send()).rejects.toThrow(`the command ${process.execPath} was ended by SIGKILL`);
  });

  it('is named by doctor where it cannot be had', async () => {
    const baseUrl = await serving((_, response) => response.end('{}'));
    const { cwd } = await assay(['list', 'profiles']);
    const headers = { 'X-Auth-Token': { command: ['no-such-program-of-assay'] } };
    writeFileSync(
      path.join(cwd, 'target.json'),
      JSON.stringify({ platform: { baseUrl, collections: ['a'], headers } }),
    );
    const { code, out } = await assay(['doctor', '--target', 'target.json'], { cwd });
    expect(code).toBe(3);
    expect(out).toContain(
      'platform.headers.X-Auth-Token: the command no-such-program-of-assay does not exist',
    );
  });
});

describe('a refresh token', () => {
  it('obtains tokens, is replaced by a new one, and neither is shown', async () => {
    const forms: string[] = [];
    const authUrl = await serving(async (request, response) => {
      let form = '';
      for await (const chunk of request) form += chunk;
      forms.push(form);
      const turn = forms.length;
      response.setHeader('Content-Type', 'application/json');
      response.end(
        JSON.stringify({
          access_token: `access-${turn}-x`,
          expires_in: 100,
          refresh_token: `refresh-${turn}-x`,
        }),
      );
    });
    const seen: string[] = [];
    const baseUrl = await serving((request, response) => {
      seen.push(bearerOf(request));
      response.end('{}');
    });
    const source = {
      refreshToken: 'refresh-0-x',
      tokenUrl: `${authUrl}/token`,
      clientId: 'me',
      scheme: 'Bearer',
    };
    const clock = virtualClock();
    const { send, exchanges } = clientOf(
      { platform: { baseUrl, headers: { Authorization: source } } },
      clock,
    );
    await send();
    await clock.sleep(90_000);
    await send();
    expect(seen).toEqual(['Bearer access-1-x', 'Bearer access-2-x']);
    expect(forms).toEqual([
      'grant_type=refresh_token&refresh_token=refresh-0-x&client_id=me',
      'grant_type=refresh_token&refresh_token=refresh-1-x&client_id=me',
    ]);
    const told = JSON.stringify(exchanges);
    for (const secret of ['access-1-x', 'access-2-x', 'refresh-0-x', 'refresh-1-x', 'refresh-2-x'])
      expect(told).not.toContain(secret);
  });

  it('is requested without the header fields of other interfaces', async () => {
    const gateways: (string | string[] | undefined)[] = [];
    const tokenServer: RequestListener = (request, response) => {
      gateways.push(request.headers['x-gateway']);
      response.setHeader('Content-Type', 'application/json');
      response.end('{"access_token":"access-x","expires_in":100}');
    };
    const [elsewhere, handover] = [await serving(tokenServer), await serving(tokenServer)];
    const baseUrl = await serving((_, response) => response.end('{}'));
    for (const tokenUrl of [elsewhere, `${handover}/token`]) {
      const source = { refreshToken: 'refresh-0-x', tokenUrl, scheme: 'Bearer' };
      const target = targetFrom({
        platform: { baseUrl, headers: { Authorization: source } },
        handover: { baseUrl: handover, headers: { 'X-Gateway': 'of-the-handover' } },
      });
      const session = openSession(target, { clock: virtualClock() });
      const { context } = session.scope({ name: 'a', interface: 'platform' });
      const headers = Object.entries(target.platform?.headers ?? {});
      await context.ask({ interface: 'platform', url: `${baseUrl}/a`, headers });
      await session.close();
    }
    expect(gateways).toEqual([undefined, 'of-the-handover']);
  });

  it('that is refused is named with its setting and the status', async () => {
    const authUrl = await serving((_, response) =>
      response.writeHead(400).end('{"error":"invalid_grant"}'),
    );
    const source = { refreshToken: 'refresh-0-x', tokenUrl: authUrl };
    const { send } = clientOf({
      platform: { baseUrl: authUrl, headers: { Authorization: source } },
    });
    await expect(send()).rejects.toThrow(
      'the token endpoint returns 400 with the OAuth error invalid_grant for the refresh token',
    );
  });
});

it('refuses a source that has neither a command nor a refresh token', () => {
  const token = { scheme: 'Bearer' };
  expect(() => targetFrom({ handover: { baseUrl: 'https://a.example', token } })).toThrow(
    'handover.token must have either "command", or "refreshToken" and "tokenUrl". Set one of the two.',
  );
});

it('obtains a token once for all who wait', async () => {
  let calls = 0;
  const token = new RenewableToken(async () => {
    calls += 1;
    return { token: `token-${calls}` };
  }, virtualClock());
  expect(await Promise.all([token.token(), token.token(), token.token()])).toEqual([
    'token-1',
    'token-1',
    'token-1',
  ]);
});

const JWT = `e30.${Buffer.from('{"exp":2000000000}').toString('base64url')}.x`;
it.each<readonly [string, string | undefined, number | undefined]>([
  ['plain-token\n', 'plain-token', undefined],
  [JWT, JWT, 2_000_000_000_000],
  ['{"token":"a","expires_at":"2030-01-01T00:00:00Z"}', 'a', Date.UTC(2030, 0, 1)],
  ['{"token":"a","expires_at":1900000000}', 'a', 1_900_000_000_000],
  [
    '{"status":{"token":"k","expirationTimestamp":"2030-01-01T00:00:00Z"}}',
    'k',
    Date.UTC(2030, 0, 1),
  ],
  ['{"accessToken":"z","expires_on":1900000000}', 'z', 1_900_000_000_000],
  ['two words', undefined, undefined],
  ['{"message":"no"}', undefined, undefined],
  ['', undefined, undefined],
])('reads the output %j of a command', (output, token, expiresAt) => {
  const read = readToken(output);
  expect([read?.token, read?.expiresAt]).toEqual([token, expiresAt]);
});

it('is obtained before a load run, and stands in no report', async () => {
  const reference = await startReference();
  try {
    const { cwd } = await assay(['list', 'profiles']);
    const { platform } = reference.target;
    const [[name = '', value = ''] = []] = Object.entries(platform?.headers ?? {});
    const command = [process.execPath, '-e', `console.log(${JSON.stringify(value)})`];
    const stages = [{ duration: '200ms', rate: 20 }];
    const files = {
      'profile.json': { model: 'open', stages, scenarios: [{ flow: 'cursor-walk' }], sample: 1 },
      'target.json': { platform: { ...platform, headers: { [name]: { command } } } },
    };
    for (const [file, content] of Object.entries(files))
      writeFileSync(path.join(cwd, file), JSON.stringify(content));
    const words = ['load', 'profile.json', '--target', 'target.json', '--out', 'out'];
    const { code, out, err } = await assay(words, { cwd, clock: systemClock });
    const report = readFileSync(path.join(cwd, 'out/load-report.json'), 'utf8');
    expect([code, JSON.parse(report).totals.wrong]).toEqual([0, 0]);
    for (const text of [out, err, report]) expect(text).not.toContain(value);
  } finally {
    await reference.close();
  }
}, 60_000);
