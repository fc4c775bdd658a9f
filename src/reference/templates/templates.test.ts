import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Asking, asking } from '../../../tests/reference/asking.js';
import { type Reference, startReference } from '../reference.js';

let reference: Reference;
let ask: Asking;
let now = Date.UTC(2030, 0, 1, 0, 0, 0, 500);

beforeAll(async () => {
  reference = await startReference({ clock: () => now, tokenLifetime: 60 });
  ask = asking(reference);
});
afterAll(() => reference.close());

const grant = { grant_type: 'client_credentials' };
const form = (who: 'client' | 'otherClient' | 'unsupportedClient' = 'client') => {
  const { id = '', secret = '' } = reference.target.templates?.[who] ?? {};
  return { ...grant, client_id: id, client_secret: secret };
};
const basic = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});

async function token(who?: 'client' | 'otherClient'): Promise<string> {
  const body: { access_token: string } = JSON.parse((await ask.tokenRequest(form(who))).text);
  return body.access_token;
}

describe('the token endpoint', () => {
  it('issues a token for credentials in the form and for Basic credentials', async () => {
    const { client_id, client_secret } = form();
    for (const reply of [
      await ask.tokenRequest(form()),
      await ask.tokenRequest(grant, basic(client_id, client_secret)),
    ]) {
      expect(reply.status).toBe(200);
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(JSON.parse(reply.text)).toEqual({
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        expires_in: 60,
        token_type: 'Bearer',
        'not-before-policy': 0,
        scope: '',
      });
    }
  });

  it('returns the same response for a wrong secret and for an unknown client', async () => {
    const wrong = await ask.tokenRequest({ ...form(), client_secret: 'x' });
    const unknown = await ask.tokenRequest({ ...form(), client_id: 'nobody' });
    expect([wrong.status, wrong.text]).toEqual([401, unknown.text]);
    expect((await ask.tokenRequest(grant, basic('nobody', ''))).status).toBe(401);
    expect(wrong.headers.get('www-authenticate')).toContain('Basic');
  });

  it.each([
    ['a missing grant type', { client_id: 'a' }, 'invalid_request'],
    ['another grant type', { ...grant, grant_type: 'password' }, 'unsupported_grant_type'],
  ])('rejects %s', async (_, body, error) => {
    const reply = await ask.tokenRequest(body);
    expect([reply.status, JSON.parse(reply.text)]).toEqual([
      400,
      expect.objectContaining({ error }),
    ]);
  });

  it('rejects unauthorized clients, GET requests, and credentials in the URL', async () => {
    const unsupported = await ask.tokenRequest(form('unsupportedClient'));
    expect([unsupported.status, JSON.parse(unsupported.text).error]).toEqual([
      400,
      'unsupported_grant_type',
    ]);
    const url = `${ask.realm}/protocol/openid-connect/token?${new URLSearchParams(form())}`;
    expect((await ask.send(url, {})).status).toBe(405);
    expect((await ask.send(url, { method: 'POST', body: new URLSearchParams(grant) })).status).toBe(
      400,
    );
  });

  it('publishes its configuration and its keys', async () => {
    const document = await ask.send(`${ask.realm}/.well-known/openid-configuration`, {});
    const body: { jwks_uri: string } = JSON.parse(document.text);
    expect(body).toMatchObject({
      issuer: ask.realm,
      grant_types_supported: ['client_credentials'],
    });
    const jwks = await ask.send(body.jwks_uri, {});
    expect(JSON.parse(jwks.text)).toMatchObject({
      keys: [{ kty: 'RSA', alg: 'RS256', use: 'sig' }],
    });
    expect(decodeJwt(await token()).iss).toBe(ask.realm);
  });
});

describe('the template API', () => {
  it("returns the templates of the token's organization, in any case of the scheme", async () => {
    const north = await ask.templates(`bEaReR ${await token()}`);
    const south = await ask.templates(`Bearer ${await token('otherClient')}`);
    const names = (text: string): string[] =>
      JSON.parse(text).data.map(({ name }: { name: string }) => name);
    expect(names(north.text)).toEqual(['Marketplace feed', 'Price list', 'Print catalogue']);
    expect(names(south.text)).toEqual(['Wholesale feed', 'Stock levels']);
  });

  it('rejects requests without a valid token', async () => {
    const good = await token();
    const [head, payload, signature = ''] = good.split('.');
    const unsignedToken = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const otherPayload = `${head}.${Buffer.from('{"organization":"south"}').toString('base64url')}.${signature}`;
    const otherSignature = `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const value of [
      undefined,
      good,
      `Basic ${good}`,
      'Bearer',
      'Bearer x',
      `Bearer ${unsignedToken}`,
      `Bearer ${otherPayload}`,
      `Bearer ${otherSignature}`,
    ]) {
      const reply = await ask.templates(value);
      expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('Bearer'),
      ]);
    }
    expect(
      (await ask.templates(undefined, `/V1/export-templates?access_token=${good}`)).status,
    ).toBe(401);
    expect((await ask.templates(`Bearer ${good}`, '/V1/nope')).status).toBe(404);
  });

  it('accepts a token for exactly its lifetime', async () => {
    const authorization = `Bearer ${await token()}`;
    now += 59_999;
    expect((await ask.templates(authorization)).status).toBe(200);
    now += 1;
    expect((await ask.templates(authorization)).status).toBe(401);
  });

  it('rejects a revoked token, and no other token', async () => {
    const [mine, kept, third] = [await token(), await token(), await token()];
    reference.revoke(mine);
    const { client_id, client_secret } = form();
    const revocation = (value: string) =>
      ask.send(`${ask.realm}/protocol/openid-connect/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ token: value }),
        headers: basic(client_id, client_secret),
      });
    expect((await revocation(third)).status).toBe(200);
    expect((await revocation('nonsense')).status).toBe(200);
    const statuses = [mine, kept, third].map(
      async (value) => (await ask.templates(`Bearer ${value}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 200, 401]);
  });
});
