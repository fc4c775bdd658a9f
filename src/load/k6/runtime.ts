/** The part of a k6 script that is always the same: how each kind of flow is gone through. `flows` is defined before it. */
export const runtime = String.raw`
const errors = new Rate('assay_errors');
const throttled = new Rate('assay_throttled');
const timeouts = new Rate('assay_timeouts');

// Secrets stand in the environment.
const fromEnvironment = (text) => text.replace(/\{\{ \$env\.(\w+) \}\}/g, (_, name) => __ENV[name] || '');
const data = JSON.parse(JSON.stringify(flows), (_, value) => (typeof value === 'string' ? fromEnvironment(value) : value));

/** Sends a request; a 429 pauses for as long as it asks, twice at most. */
function ask(method, url, body, headers, title, expected, tolerated) {
  for (let attempt = 1; ; attempt += 1) {
    const params = { headers, redirects: 0, timeout: timeoutMs + 'ms', tags: { name: title } };
    const answer = http.request(method, url, body, params);
    timeouts.add(answer.error_code === 1050);
    throttled.add(answer.status === 429);
    errors.add(answer.status !== expected && answer.status !== 429 && answer.status !== tolerated);
    if (answer.status !== tolerated && answer.status !== 429) {
      check(answer, { ['status is ' + expected]: (one) => one.status === expected });
    }
    if (answer.status !== 429 || attempt >= 3) return answer;
    sleep(Math.min(60, Number(answer.headers['Retry-After']) || 2 ** (attempt - 1)));
  }
}

function jsonOf(answer) {
  try {
    return JSON.parse(String(answer.body));
  } catch (_) {
    return undefined;
  }
}

function think({ distribution, meanMs, deviationMs }) {
  if (meanMs === 0) return;
  const random = Math.random();
  const pause = {
    constant: () => meanMs,
    uniform: () => meanMs * (0.5 + random),
    exponential: () => Math.min(meanMs * 10, -meanMs * Math.log(1 - random)),
    normal: () => meanMs + deviationMs * Math.sqrt(-2 * Math.log(1 - random)) * Math.cos(2 * Math.PI * Math.random()),
  }[distribution]();
  sleep(Math.max(0, pause) / 1000);
}

const turn = (list) => list[exec.scenario.iterationInTest % list.length];

/** One token for each client and virtual user, renewed shortly before its end or when it was refused. */
const held = {};
function bearerOf({ url, client }, refused) {
  const known = held[client.id];
  if (known && known.token !== refused && Date.now() < known.renewAt) return known.token;
  const asked = Date.now();
  const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret };
  const answer = ask('POST', url, form, { Accept: 'application/json' }, 'POST token', 200);
  const token = answer.status === 200 ? jsonOf(answer) || {} : {};
  const lifetime = (token.expires_in || 0) * 1000;
  held[client.id] = { token: token.access_token, renewAt: asked + lifetime - Math.min(lifetime / 5, 30000) };
  return token.access_token;
}

const goes = {
  pages({ pages }) {
    const { title, url, headers, expected } = turn(pages);
    const answer = ask('GET', url, null, headers, title, 200);
    if (answer.status !== 200) return;
    check(answer, {
      'is a page of the size that was asked for': (one) => {
        const page = jsonOf(one);
        const records = Array.isArray(page) ? page : page && page.data;
        return Array.isArray(records) && records.length <= expected.limit;
      },
    });
  },
  token({ tokens }) {
    const { url, client } = turn(tokens);
    const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret };
    ask('POST', url, form, { Accept: 'application/json' }, 'POST token', 200);
  },
  templates({ url, lists }) {
    const { token } = turn(lists);
    const read = (bearer, tolerated) =>
      ask('GET', url, null, { Authorization: 'Bearer ' + bearer, Accept: 'application/json' }, 'GET /V1/export-templates', 200, tolerated);
    const bearer = bearerOf(token);
    if (bearer && read(bearer, 401).status === 401) read(bearerOf(token, bearer));
  },
  walk({ url, headers, limit, pages, next, title }) {
    let cursor = 0;
    for (let page = 0; page < pages; page += 1) {
      const answer = ask('GET', url + '?limit=' + limit + '&cursor=' + cursor, null, { Accept: 'application/json', ...headers }, title, 200);
      const found = answer.status === 200 ? jsonOf(answer) : undefined;
      if (!found || !found.Entities || found.Entities.length === 0) return;
      const named = (found.meta && found.meta.cursor && found.meta.cursor.next) || 0;
      const following = named > 0 && next === 'first-of-next' ? named - 1 : named;
      if (following <= cursor) return;
      cursor = following;
    }
  },
  request({ title, url, method, path, query, headers, body, values, token, expects, feeder }) {
    const at = exec.scenario.iterationInTest;
    const rows = feeder ? feeder.rows : [{}];
    if (feeder && feeder.order === 'queue' && at >= rows.length) return;
    const chosen = feeder && feeder.order === 'random' ? Math.floor(Math.random() * rows.length) : at % rows.length;
    const row = { ...values, ...rows[chosen] };
    const fill = (text, how) => text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (whole, name) => (row[name] === undefined ? whole : how(row[name])));
    const same = (value) => value;
    const asked = Object.entries(query).map(([name, value]) => encodeURIComponent(name) + '=' + encodeURIComponent(fill(String(value), same)));
    const sent = { ...(body === undefined || typeof body === 'string' ? {} : { 'Content-Type': 'application/json' }) };
    for (const [name, value] of Object.entries(headers)) sent[name] = fill(value, same);
    if (token) sent.Authorization = 'Bearer ' + bearerOf(token);
    const text = typeof body === 'string' ? fill(body, same) : JSON.stringify(body, (_, value) => (typeof value === 'string' ? fill(value, same) : value));
    const question = asked.length === 0 ? '' : '?' + asked.join('&');
    ask(method, url + fill(path, encodeURIComponent) + question, body === undefined ? null : text, sent, title, expects);
  },
  handover({ url, token, from, to }) {
    const headers = { Authorization: 'Bearer ' + token, Accept: 'application/json', 'Content-Type': 'application/json' };
    ask('POST', url, JSON.stringify({ from, to }), headers, 'POST /handover', 200);
  },
};

function visit(name) {
  const { flow, pause } = data[name];
  goes[flow.kind](flow);
  think(pause);
}
`;
