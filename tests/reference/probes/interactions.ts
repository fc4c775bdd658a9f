import { get } from 'node:http';
import { decodeJwt } from 'jose';
import { COLLECTIONS } from '../../../src/reference/platform/index.js';
import { CLIENTS } from '../../../src/reference/templates/index.js';
import type { Bench, Probe } from './probe.js';

const [north, south, unsupported] = CLIENTS;
const GRANT = { grant_type: 'client_credentials' };

const page =
  (path: string): Probe =>
  ({ ask }) =>
    ask.platform(path);

/** Pages whose parameters stand together. */
export const PLATFORM_INTERACTIONS: readonly Probe[] = [
  'sites',
  'projects?cursor=32',
  'projects?cursor=5',
  'projects?previous=3',
  'projects?limit=10&previous=3',
  'projects?limit=20&cursor=32&previous=3',
  'projects?cursor=32&limit=5',
  ...[1, 10, 20, 25, 49].map((limit) => `projects?limit=${limit}`),
  'projects?limit=49&cursor=32',
  `sites?limit=49&cursor=${COLLECTIONS.get('sites')?.[0]?.id}`,
  `projects?cursor=${2 ** 31}`,
  `projects?cursor=${2 ** 32 + 3}`,
].map(page);

const encoded = (text: string): string =>
  new URLSearchParams({ text }).toString().slice('text='.length);

type Known = { readonly id?: string | undefined; readonly secret?: string | undefined } | undefined;

const request = ({ ask }: Bench, client: Known, way: 'form' | 'basic') => {
  const { id = '', secret = '' } = client ?? {};
  const basic = Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString('base64');
  return way === 'form'
    ? ask.tokenRequest({ ...GRANT, client_id: id, client_secret: secret })
    : ask.tokenRequest(GRANT, { Authorization: `Basic ${basic}` });
};

/** What a token request comes to, without what differs each time. */
const token =
  (client: Known, way: 'form' | 'basic'): Probe =>
  async (bench) => {
    const { status, text } = await request(bench, client, way);
    const { access_token: given, ...rest } = JSON.parse(text);
    return [
      status,
      rest,
      typeof given === 'string' ? decodeJwt(given).iss?.replace(/:\d+/, '') : undefined,
    ];
  };

const ways = ['form', 'basic'] as const;
const wrong: readonly Known[] = [
  { id: north?.id, secret: south?.secret },
  { id: north?.id.toUpperCase(), secret: north?.secret },
  { id: north?.id.slice(0, -1), secret: north?.secret },
  { id: south?.id, secret: 'wrong' },
  { id: south?.id, secret: south?.secret.toUpperCase() },
  { id: south?.id, secret: '' },
];

/** Token requests in both ways, of all clients, right and with one mistake. */
export const TOKEN_INTERACTIONS: readonly Probe[] = [
  ...[north, south, unsupported, ...wrong].flatMap((client) =>
    ways.map((way) => token(client, way)),
  ),
  async ({ ask }) =>
    (
      await ask.tokenRequest({
        client_id: north?.id ?? '',
        client_secret: north?.secret ?? '',
        ...GRANT,
      })
    ).status,
  async (bench) => {
    const texts: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) texts.push((await request(bench, north, 'form')).text);
    return (await bench.ask.templates(`Bearer ${JSON.parse(texts[0] ?? '{}').access_token}`))
      .status;
  },
];

/** The collection with these headers and no others, which `fetch` cannot ask for. */
const bare =
  (headers: Readonly<Record<string, string>>): Probe =>
  ({ reference }) =>
    new Promise((resolve, reject) => {
      get(`${reference.baseUrls.templates}/V1/export-templates`, { headers }, async (response) => {
        resolve([response.statusCode, Buffer.concat(await response.toArray()).toString()]);
      }).on('error', reject);
    });

/** The collection, by every way of asking. */
export const TEMPLATE_INTERACTIONS: readonly Probe[] = [
  ({ ask }) => ask.templates(undefined, '/V1/export-templates?page=1'),
  bare({ Accept: 'text/html' }),
  bare({ Authorization: 'Bearer' }),
  bare({ Authorization: `Bearer a.b.${'x'.repeat(120)}` }),
  ...ways.flatMap((way) =>
    [north, south].flatMap((client) =>
      ['Bearer', 'bearer'].flatMap((scheme) =>
        ['', '?page=1'].map(
          (query): Probe =>
            async (bench) => {
              const { access_token: given } = JSON.parse((await request(bench, client, way)).text);
              return bench.ask.templates(`${scheme} ${given}`, `/V1/export-templates${query}`);
            },
        ),
      ),
    ),
  ),
];

const handover =
  (body: string, type: string, authorization = ''): Probe =>
  ({ ask, reference }) =>
    ask.send(`${reference.baseUrls.handover}/handover`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': type, ...(authorization === '' ? {} : { authorization }) },
    });

/** Handovers that move nothing. */
export const HANDOVER_INTERACTIONS: readonly Probe[] = [
  handover('[]', 'application/json'),
  handover('{}', 'application/x-www-form-urlencoded'),
  handover('{}', 'text/plain', 'Bearer wrong'),
  handover('', 'application/json', 'Basic eDp5'),
];
