import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Asking, asking } from '../../../tests/reference/asking.js';
import { type Reference, startReference } from '../reference.js';
import { BYSTANDER, GIVER, RECEIVER } from './users.js';

let reference: Reference;
let ask: Asking;

beforeEach(async () => {
  reference = await startReference();
  ask = asking(reference);
});
afterEach(() => reference.close());

const allResources = (): string[][] =>
  [GIVER, RECEIVER, BYSTANDER].map((user) => [...reference.resourcesOf(user)]);

describe('handover', () => {
  it('moves all resources of a user to another one, who keeps existing resources', async () => {
    const [given = [], kept = [], others] = allResources();
    const reply = await ask.handover({ from: GIVER, to: RECEIVER });
    expect([reply.status, JSON.parse(reply.text)]).toEqual([
      200,
      { message: 'All resources have been transferred to the new user.' },
    ]);
    expect(allResources()).toEqual([[], [...kept, ...given], others]);
  });

  it('lists the resources of a user', async () => {
    const listing = (user: string, authorization: string) =>
      ask.send(`${reference.baseUrls.handover}/users/${user}/resources`, {
        headers: { authorization },
      });
    const authorization = `Bearer ${reference.target.handover?.token}`;
    expect(JSON.parse((await listing(GIVER, authorization)).text)).toEqual(
      reference.resourcesOf(GIVER),
    );
    expect((await listing(GIVER, 'Bearer x')).status).toBe(401);
    expect((await listing('nobody', authorization)).status).toBe(404);
  });

  it.each(['', 'Bearer wrong', 'Bearer', 'Basic aG5kOng='])(
    'moves nothing with authorization %j',
    async (authorization) => {
      const before = allResources();
      const reply = await ask.handover({ from: GIVER, to: RECEIVER }, authorization);
      expect([reply.status, JSON.parse(reply.text)]).toEqual([
        401,
        { message: 'You have to be authorized to access this resource.' },
      ]);
      expect(allResources()).toEqual(before);
    },
  );

  it.each([
    [{}, 400],
    [[], 400],
    [null, 400],
    [{ from: GIVER }, 400],
    [{ from: 'x', to: RECEIVER }, 400],
    [{ from: GIVER, to: GIVER.toUpperCase() }, 400],
    [{ from: GIVER, to: GIVER.replace('3', '4') }, 404],
  ])('returns a message for %j, and moves nothing', async (body, status) => {
    const before = allResources();
    const reply = await ask.handover(body);
    expect([reply.status, JSON.parse(reply.text)]).toEqual([
      status,
      { message: expect.any(String) },
    ]);
    expect(allResources()).toEqual(before);
  });
});
