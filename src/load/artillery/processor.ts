/** Writes the JavaScript module that an exported Artillery script uses. */

import { nextCursor } from '../../protocol/platform/next-cursor.js';
import type { Secret } from '../../settings/index.js';
import type { FlowData, TokenSpec } from '../scenario/data.js';
import { keyOf } from './scenarios.js';

/** Returns a JavaScript expression. A secret is read from its environment variable. */
function expression(text: string, secrets: readonly Secret[]): string {
  const secret = secrets.find(({ value }) => value === text);
  return secret ? `process.env.${secret.name}` : JSON.stringify(text);
}

/**
 * The written module counts responses and follows the cursors of pages. It also obtains and renews
 * tokens, which all virtual users of a worker share.
 */
export function processorOf(flows: readonly FlowData[], secrets: readonly Secret[]): string {
  const tokens = flows.flatMap((data) =>
    data.kind === 'walk' ? [] : data.requests.flatMap(({ token }) => token ?? []),
  );
  const walk = flows.find((data) => data.kind === 'walk');
  const clients = tokens.map(({ url, client }: TokenSpec) => {
    const [id, secret] = [expression(client.id, secrets), expression(client.secret, secrets)];
    return `  ${JSON.stringify(keyOf({ url, client }))}: { url: ${JSON.stringify(url)}, id: ${id}, secret: ${secret} },`;
  });
  return `// Written by assay load --export artillery. The Artillery script in this folder uses it.
'use strict';

const clients = {
${[...new Set(clients)].join('\n')}
};

// Each worker of Artillery keeps one token for each client. While a token is being requested, all
// virtual users of the worker wait for the same response.
async function obtain(client) {
  const asked = Date.now();
  const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret };
  const response = await fetch(client.url, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  if (!response.ok) throw new Error('The token endpoint answered ' + response.status);
  const { access_token, expires_in } = await response.json();
  const lifetime = (expires_in || 0) * 1000;
  client.token = access_token;
  client.renewAt = asked + lifetime - Math.min(lifetime / 5, 30000);
}

async function tokenOf(client, refused) {
  if (client.token !== undefined && client.token !== refused && Date.now() < client.renewAt) return client.token;
  client.pending ??= obtain(client).finally(() => { client.pending = undefined; });
  await client.pending;
  return client.token;
}

// Computes the next cursor with the same function as Assay.
const nextCursor = ${nextCursor.toString()};

const functions = {
  // Counts every response, so that the share of errors can be compared with a limit. A 429 is not
  // an error, and the 401 that leads to a new token is part of the scenario.
  countAnswer(request, response, context, events, done) {
    const expected = response.statusCode === 200 || response.statusCode === 429 || context.vars.tolerated === response.statusCode;
    context.vars.tolerated = undefined;
    events.emit('counter', 'assay.answers', 1);
    events.emit('counter', 'assay.errors', expected ? 0 : 1);
    events.emit('counter', 'assay.errors.' + request.name, expected ? 0 : 1);
    events.emit('counter', 'assay.throttled', response.statusCode === 429 ? 1 : 0);
    return done();
  },
  // Artillery fails a threshold if its counter has no value, so these two counters start at 0.
  startCounters(context, events, done) {
    events.emit('counter', 'vusers.failed', 0);
    events.emit('counter', 'vusers.skipped', 0);
    context.vars.tolerated = undefined;
    return done();
  },
  noteRefusal(request, response, context, events, done) {
    context.vars.refused = response.statusCode === 401;
    return done();
  },
  startWalk(context, events, done) {
    context.vars.cursor = 0;
    context.vars.walks = true;
    return done();
  },
  followCursor(request, response, context, events, done) {
    let page = {};
    try { page = JSON.parse(response.body); } catch {}
    const ids = (page[${JSON.stringify(walk?.entities.dialect.entities ?? 'Entities')}] || []).map((entity) => entity[${JSON.stringify(walk?.entities.idMember ?? 'id')}]);
    const next = nextCursor({ ids, cursor: { next: page.meta?.cursor?.next ?? null } }, ${JSON.stringify(walk?.next ?? 'last-of-page')});
    context.vars.walks = next !== undefined && next > context.vars.cursor;
    context.vars.cursor = next ?? 0;
    return done();
  },
  walksOn(context, done) {
    return done(context.vars.walks === true);
  },
};

for (const [key, client] of Object.entries(clients)) {
  functions['bearer ' + key] = (context, events, done) =>
    tokenOf(client).then((token) => {
      context.vars.bearer = token;
      context.vars.refused = false;
      context.vars.tolerated = 401;
      done();
    }, done);
  functions['renew ' + key] = (context, events, done) => {
    if (!context.vars.refused) return done();
    return tokenOf(client, context.vars.bearer).then((token) => { context.vars.bearer = token; done(); }, done);
  };
}

module.exports = functions;
`;
}
