import { createHmac } from 'node:crypto';
import { decodeJwt, exportJWK, exportSPKI, SignJWT, UnsecuredJWT } from 'jose';
import { BYSTANDER, GIVER, RECEIVER } from '../../../src/reference/handover/index.js';
import { CLIENTS } from '../../../src/reference/templates/index.js';
import { keys, SIGNING_KEY } from '../../../src/reference/templates/keys.js';
import type { Bench, Probe } from './probe.js';

const [north, south, unsupported] = CLIENTS.map(({ id, secret }) => ({
  client_id: id,
  client_secret: secret,
}));
const GRANT = { grant_type: 'client_credentials' };
const form =
  (fields: Readonly<Record<string, string>>): Probe =>
  ({ ask }) =>
    ask.tokenRequest({ ...GRANT, ...fields });

const encoded = (text: string): string =>
  new URLSearchParams({ text }).toString().slice('text='.length);
const basic = ({ client_id: id = '', client_secret: secret = '' } = {}): string =>
  `Basic ${Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString('base64')}`;

async function tokenOf({ ask }: Bench, client = north): Promise<string> {
  const { access_token: token } = JSON.parse(
    (await ask.tokenRequest({ ...GRANT, ...client })).text,
  );
  return typeof token === 'string' ? token : 'none';
}

const spoiled =
  (spoil: (token: string) => string | Promise<string>): Probe =>
  async (bench) =>
    bench.ask.templates(`Bearer ${await spoil(await tokenOf(bench))}`);

const good: Probe = async (bench) => bench.ask.templates(`Bearer ${await tokenOf(bench)}`);

const tampered = (token: string): string => {
  const [head, , signature] = token.split('.');
  const payload = Buffer.from(
    JSON.stringify({ ...decodeJwt(token), organization: 'south' }),
  ).toString('base64url');
  return `${head}.${payload}.${signature}`;
};

const byPublicKey = async (token: string): Promise<string> =>
  byHmac(token, await exportSPKI((await keys(SIGNING_KEY)).publicKey));

function byHmac(token: string, secret: string): string {
  const head = Buffer.from('{"alg":"HS256"}').toString('base64url');
  const payload = token.split('.')[1] ?? '';
  const mac = createHmac('sha256', secret);
  return `${head}.${payload}.${mac.update(`${head}.${payload}`).digest('base64url')}`;
}

const underES256 = (token: string, signature: string): string =>
  `${Buffer.from('{"alg":"ES256"}').toString('base64url')}.${token.split('.')[1]}.${signature}`;

const byUnknownKey = async (token: string): Promise<string> =>
  new SignJWT(decodeJwt(token))
    .setProtectedHeader({ alg: 'RS256', kid: 'nobody' })
    .sign((await keys('own')).privateKey);

const own = async (token: string): Promise<string> => {
  const { privateKey, publicKey } = await keys('own');
  const header = { alg: 'RS256', jwk: await exportJWK(publicKey) };
  return new SignJWT(decodeJwt(token)).setProtectedHeader(header).sign(privateKey);
};

const DISCOVERY = '/.well-known/openid-configuration';

export const TOKENS: readonly Probe[] = [
  form({ ...north }),
  form({ ...south }),
  ({ ask }) => ask.tokenRequest(GRANT, { authorization: basic(north) }),
  ({ ask }) =>
    ask.tokenRequest(GRANT, { authorization: basic({ ...north, client_secret: 'wrong' }) }),
  form({ ...north, client_secret: 'wrong' }),
  form({ ...north, client_secret: '' }),
  form({ client_id: north?.client_id ?? '' }),
  form({ ...north, client_secret: `${north?.client_secret}x` }),
  form({ ...north, client_secret: `${north?.client_secret.slice(0, -1)}x` }),
  form({ ...north, client_secret: north?.client_secret.toUpperCase() ?? '' }),
  form({ client_id: 'nobody', client_secret: 'x' }),
  form({ ...unsupported }),
  form({ ...north, grant_type: 'magic' }),
  ({ ask }) => ask.tokenRequest({ ...north }),
  ({ ask }) =>
    ask.send(
      `${ask.realm}/protocol/openid-connect/token?${new URLSearchParams({ ...GRANT, ...north })}`,
      {},
    ),
  ({ ask }) =>
    ask.send(`${ask.realm}/protocol/openid-connect/token?${new URLSearchParams({ ...north })}`, {
      method: 'POST',
      body: new URLSearchParams(GRANT),
    }),
  ({ ask }) => ask.send(`${ask.realm}${DISCOVERY}`, {}),
  async ({ ask }) => (await ask.send(`${ask.realm}/protocol/openid-connect/certs`, {})).text,
  async (bench) => decodeJwt(await tokenOf(bench)).exp,
];

export const TEMPLATES: readonly Probe[] = [
  ...TOKENS.slice(-3),
  ({ ask }) => ask.templates(),
  good,
  ({ ask }) => ask.templates(),
  async (bench) => bench.ask.templates(`Bearer ${await tokenOf(bench, south)}`),
  async (bench) => bench.ask.templates(`bearer ${await tokenOf(bench)}`),
  async (bench) => bench.ask.templates(await tokenOf(bench)),
  async (bench) => bench.ask.templates(`Token ${await tokenOf(bench)}`),
  async (bench) =>
    bench.ask.templates(undefined, `/V1/export-templates?access_token=${await tokenOf(bench)}`),
  async (bench) =>
    bench.ask.templates(undefined, `/V1/export-templates?token=${await tokenOf(bench)}`),
  async (bench) =>
    bench.ask.templates('Bearer x', `/V1/export-templates?access_token=${await tokenOf(bench)}`),
  ({ ask }) => ask.templates(basic(north)),
  ({ ask }) => ask.templates('Bearer garbage'),
  good,
  spoiled(tampered),
  spoiled((token) => new UnsecuredJWT(decodeJwt(token)).encode()),
  spoiled(
    (token) => `${Buffer.from('{"alg":"None"}').toString('base64url')}.${token.split('.')[1]}.`,
  ),
  spoiled((token) => token.slice(0, -4)),
  spoiled(byPublicKey),
  spoiled((token) => byHmac(token, '')),
  spoiled(own),
  spoiled(byUnknownKey),
  spoiled((token) => `${token.split('.').slice(0, 2).join('.')}.AAAA`),
  spoiled((token) => byHmac(token, SIGNING_KEY)),
  spoiled(
    (token) =>
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.').slice(1).join('.')}`,
  ),
  spoiled((token) => underES256(token, token.split('.')[2] ?? '')),
  spoiled((token) => underES256(token, Buffer.alloc(64).toString('base64url'))),
  spoiled((token) => token.replace(/[^.]+$/, (signature) => signature.toUpperCase())),
  ({ ask }) => ask.templates(undefined, '//v1/export-templates'),
  ({ ask, reference }) =>
    ask.send(`${reference.baseUrls.templates}/V1/export-templates`, {
      headers: { 'X-Forwarded-For': '127.0.0.1' },
    }),
  async (bench) => {
    const token = await tokenOf(bench);
    await tokenOf(bench);
    const statuses = [];
    for (let call = 0; call < 20; call += 1)
      statuses.push((await bench.ask.templates(`Bearer ${token}`)).status);
    return statuses;
  },
  async (bench) => {
    const token = await tokenOf(bench);
    bench.reference.revoke(token);
    return bench.ask.templates(`Bearer ${token}`);
  },
  async (bench) => {
    const token = await tokenOf(bench);
    const statuses = [];
    for (const seconds of [200, 101, 100]) {
      bench.wait(seconds);
      statuses.push((await bench.ask.templates(`Bearer ${token}`)).status);
    }
    return statuses;
  },
];

const page =
  (path: string): Probe =>
  ({ ask }) =>
    ask.platform(path);
const withMethod =
  (method: string): Probe =>
  ({ ask, reference }) =>
    ask.send(`${reference.baseUrls.platform}/platform/v2/tags`, {
      method,
      headers: { 'X-Auth-Token': 'plt-client:plt-S3cret_71' },
    });

export const PLATFORM: readonly Probe[] = [
  page('projects'),
  page('projects?limit=10'),
  page('projects?limit=1'),
  page('projects?limit=1000'),
  page('tags'),
  ...[1, 28, 29, 30, 31, 32, 33, 34, 35, 36, 300, 395].map((cursor) =>
    page(`projects?limit=10&cursor=${cursor}`),
  ),
  async ({ ask }) => {
    let cursor = 0;
    const pages: unknown[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const { text } = await ask.platform(`projects?limit=10&cursor=${cursor}`);
      pages.push(text);
      cursor = JSON.parse(text).meta?.cursor?.next;
      if (!cursor) break;
    }
    return pages;
  },
  page('projects?previous=3'),
  page('projects?previous=3&cursor=9'),
  page('projects?previous=3&cursor=9&limit=2'),
  withMethod('POST'),
  withMethod('DELETE'),
];

const MOVE = { from: GIVER, to: RECEIVER };
const RIGHT = 'hnd_9Qx2-Vt7Lw0.eA4';
const move =
  (authorization: string): Probe =>
  ({ ask }) =>
    ask.handover(MOVE, authorization);

export const HANDOVER: readonly Probe[] = [
  ...[
    '',
    'Bearer wrong',
    'bearer wrong',
    'Digest username="x"',
    `Basic ${Buffer.from(`${RIGHT}:`).toString('base64')}`,
    'Basic eDp5',
    `Token ${RIGHT}`,
    `Bearer ${RIGHT}x`,
    `Bearer ${RIGHT.slice(0, -1)}`,
    RIGHT,
    `Bearer ${RIGHT.toUpperCase()}`,
    `Bearer ${RIGHT}`,
  ].map(move),
  async ({ reference }) => [GIVER, RECEIVER, BYSTANDER].map(reference.resourcesOf),
];
