// A complete client of the export, template and platform APIs. To test it: assay client -- node
// examples/client.mjs
import readline from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** The client with its settings, and what it does for each task; ids go to `print`. */
function clientOf(e, print) {
  const v2 = `/sites/${e.EXPORT_SITE_ID}/channels/${e.EXPORT_CHANNEL_ID}/destinations/${e.EXPORT_DESTINATION_ID}/products`;
  const legacy = `/${e.EXPORT_SITE_ID}/${e.EXPORT_CHANNEL_ID}`;
  const destination = { 'X-Destination-Id': e.EXPORT_DESTINATION_ID };
  let held; // the promise of a token: one request for all waiting calls

  async function requestToken(attempt = 1) {
    const client = { client_id: e.ETM_CLIENT_ID, client_secret: e.ETM_CLIENT_SECRET };
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...client });
    const url = `${e.AUTH_URL}/realms/External-Applications/protocol/openid-connect/token`;
    const asked = Date.now();
    const answer = await fetch(url, { method: 'POST', body, redirect: 'error' });
    const { access_token: value, expires_in: seconds } = await answer.json();
    if (answer.ok)
      return { value, renewAt: asked + seconds * 1000 - Math.min(seconds * 200, 30_000) };
    if ((answer.status !== 429 && answer.status < 500) || attempt === 5)
      throw new Error(`No token: ${answer.status}`);
    await sleep(pauseAfter(answer.headers.get('retry-after'), attempt));
    return requestToken(attempt + 1);
  }

  async function token(refused) {
    const before = held;
    const known = await before?.catch(() => undefined);
    if (known !== undefined && known.value !== refused && Date.now() < known.renewAt)
      return known.value;
    if (held === before) held = requestToken();
    return (await held).value;
  }

  async function listTemplates(refused) {
    const value = await token(refused);
    const answer = await fetch(`${e.ETM_BASE_URL}/V1/export-templates`, {
      headers: { Authorization: `Bearer ${value}` },
      redirect: 'error', // do not send the token to the host of a redirect
    });
    if (answer.status === 401 && refused === undefined) return listTemplates(value);
    if (!answer.ok) throw new Error(`Template list: ${answer.status}`);
    return answer.json();
  }

  async function products(path, more = { Accept: 'application/vnd.api+json' }) {
    const answer = await fetch(e.EXPORT_BASE_URL + path, {
      headers: { 'X-EA-Auth-Token': e.EXPORT_TOKEN, ...more },
    });
    const body = await answer.json();
    if (!answer.ok)
      throw new Error(
        body.errors?.map(({ detail }) => detail).join('; ') ?? body.error ?? body.message,
      );
    return body;
  }

  async function exportAll(limit) {
    for (let offset = 0; ; ) {
      const { data, meta } = await products(`${v2}?limit=${limit}&offset=${offset}`);
      for (const { id } of data) print(id);
      offset += data.length; // a service may return fewer than requested
      if (data.length === 0 || offset >= meta.total) return;
    }
  }

  async function walk(collection, limit, cursor = 0) {
    const url = `${e.PLATFORM_BASE_URL}/platform/v2/${collection}?limit=${limit}&cursor=${cursor}`;
    const answer = await fetch(url, {
      headers: { [e.PLATFORM_AUTH_HEADER]: e.PLATFORM_AUTH_VALUE },
    });
    const { Entities, meta } = await answer.json();
    for (const { id } of Entities) print(id);
    if (Entities.length === 0 || !meta.cursor.next) return;
    if (meta.cursor.next < Entities.at(-1).id) throw new Error('The cursor leads back');
    await walk(collection, limit, Entities.at(-1).id); // correct for both meanings of next
  }

  return {
    'list-templates': async (count) => {
      for (let call = 0; call < count; call += 1) await listTemplates();
    },
    'list-templates-at-once': (count) =>
      Promise.all(Array.from({ length: count }, () => listTemplates())),
    'list-templates-for': async (seconds) => {
      for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(200))
        await listTemplates();
    },
    'export-all': exportAll,
    'export-legacy': () => products(legacy, destination),
    'export-legacy-filtered': (column, value) =>
      products(`${legacy}/${column}/${value}`, destination),
    'export-read-error': (type) => products(v2, { Accept: type }),
    walk,
  };
}

// Milliseconds: Retry-After is a number of seconds or a date, and may be missing
function pauseAfter(value, attempt) {
  if (value === null) return 500 * attempt;
  return /^\d+$/.test(value) ? 1000 * Number(value) : Math.max(0, Date.parse(value) - Date.now());
}

/** Does a task and answers the exit code: 64 says "I do not do that". */
async function run(environment, line) {
  const [task, ...parameters] = line.split(' ');
  const tasks = clientOf(environment, console.log);
  if (!tasks[task]) return 64;
  try {
    await tasks[task](...parameters);
    return 0;
  } catch (error) {
    console.error(error.message);
    return 1;
  }
}

if (process.env.ASSAY_TASK === 'stream') {
  // assay client --stream: one task per line, as JSON; after each, a line ASSAY_DONE
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { task, environment } = JSON.parse(line);
    console.log(`ASSAY_DONE ${await run(environment, task)}`);
  }
} else {
  process.exitCode = await run(process.env, process.env.ASSAY_TASK ?? '');
}
