// A complete client of the export, template and platform APIs. Judge it: assay client -- node examples/client.mjs
import { setTimeout as sleep } from 'node:timers/promises';

const { env } = process;
let token; // { value, renewAt }
let pending; // one token request, however many calls wait for it

async function requestToken() {
  const url = `${env.AUTH_URL}/realms/External-Applications/protocol/openid-connect/token`;
  const fields = {
    grant_type: 'client_credentials',
    client_id: env.ETM_CLIENT_ID,
    client_secret: env.ETM_CLIENT_SECRET,
  };
  for (let attempt = 1; ; attempt += 1) {
    const asked = Date.now();
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'error' });
    if (answer.ok) {
      const { access_token: value, expires_in: seconds } = await answer.json();
      return { value, renewAt: asked + seconds * 1000 - Math.min(seconds * 200, 30_000) };
    }
    if ((answer.status !== 429 && answer.status < 500) || attempt === 5) throw new Error(`No token: ${answer.status}`);
    await sleep(1000 * Number(answer.headers.get('retry-after') ?? attempt));
  }
}

async function listTemplates(refused) {
  if (token && (token.value === refused || Date.now() >= token.renewAt)) token = undefined;
  if (!token) {
    pending ??= requestToken().finally(() => {
      pending = undefined;
    });
    token = await pending;
  }
  const { value } = token;
  const answer = await fetch(`${env.ETM_BASE_URL}/V1/export-templates`, {
    headers: { Authorization: `Bearer ${value}` },
  });
  if (answer.status === 401 && refused === undefined) return listTemplates(value);
  if (!answer.ok) throw new Error(`Template list: ${answer.status}`);
  return answer.json();
}

async function getProducts(path, legacy, accept = 'application/vnd.api+json') {
  const headers = { Accept: accept, 'X-EA-Auth-Token': env.EXPORT_TOKEN };
  if (legacy) headers['X-Destination-Id'] = env.EXPORT_DESTINATION_ID;
  const answer = await fetch(env.EXPORT_BASE_URL + path, { headers });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.errors?.map(({ detail }) => detail).join('; ') ?? body.error ?? body.message);
  return body;
}

async function exportAll(limit) {
  for (let offset = 0, total = 1; offset < total; offset += limit) {
    const { data, meta } = await getProducts(`${v2}?limit=${limit}&offset=${offset}`);
    for (const { id } of data) console.log(id);
    total = meta.total;
  }
}

async function walk(collection, limit) {
  for (let cursor = 0, page; page?.ids.length !== 0; ) {
    const url = `${env.PLATFORM_BASE_URL}/platform/v2/${collection}?limit=${limit}&cursor=${cursor}`;
    const answer = await fetch(url, { headers: { [env.PLATFORM_AUTH_HEADER]: env.PLATFORM_AUTH_VALUE } });
    const { Entities, meta } = await answer.json();
    page = { ids: Entities.map(({ id }) => id), next: meta.cursor.next };
    if (page.ids.some((id) => id <= cursor)) throw new Error('The cursor leads back');
    for (const id of page.ids) console.log(id);
    if (!page.next) return;
    cursor = page.ids.at(-1); // right under both readings of next: the ids after this one
  }
}

const v2 = `/sites/${env.EXPORT_SITE_ID}/channels/${env.EXPORT_CHANNEL_ID}/destinations/${env.EXPORT_DESTINATION_ID}/products`;
const legacy = `/${env.EXPORT_SITE_ID}/${env.EXPORT_CHANNEL_ID}`;
const tasks = {
  'list-templates': async (count) => {
    for (let call = 0; call < count; call += 1) await listTemplates();
  },
  'list-templates-at-once': (count) => Promise.all(Array.from({ length: count }, () => listTemplates())),
  'list-templates-for': async (seconds) => {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(200)) await listTemplates();
  },
  'export-all': (limit) => exportAll(Number(limit)),
  'export-legacy': () => getProducts(legacy, true),
  'export-legacy-filtered': (column, value) => getProducts(`${legacy}/${column}/${value}`, true),
  'export-read-error': (accept) => getProducts(v2, false, accept),
  walk,
};

const [task, ...parameters] = (env.ASSAY_TASK ?? '').split(' ');
if (!tasks[task]) process.exit(64); // "I do not do that"
await tasks[task](...parameters).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
