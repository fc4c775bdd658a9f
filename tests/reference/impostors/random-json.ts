import { type Random, randomFrom } from '../../../src/random.js';
import { between, pick } from '../../../src/reference/random.js';
import { type Answer, answer, json } from '../../../src/reference/wire/answer.js';
import { type Call, header } from '../../../src/reference/wire/call.js';
import type { Handler } from '../../../src/reference/wire/server.js';

const NAMES = ['Oak Chair', 'Lamp', 'Sofa', 'Desk'];

/** Every answer fits its schema, and means nothing. */
export function randomJson(seed: number): Handler {
  const random = randomFrom(seed);
  return (call) => ANSWERS[call.mount](random, call);
}

const products = (random: Random): unknown[] =>
  Array.from({ length: between(random, 0, 20) }, () => ({
    id: between(random, 1, 1000),
    name: pick(random, NAMES),
    price: between(random, 0, 9999) / 100,
    color: pick(random, ['red', 'blue', null]),
    category: pick(random, ['Home', 'Toys']),
  }));

const segment = (random: Random): string =>
  Buffer.from(JSON.stringify({ sub: between(random, 1, 1e9) })).toString('base64url');

const ANSWERS: Readonly<Record<Call['mount'], (random: Random, call: Call) => Answer>> = {
  export: (random, call) => {
    if (call.path === '/') return answer(200, { 'Content-Type': 'text/html' }, 'Welcome');
    if (!/vnd\.api/.test(header(call, 'accept') ?? '')) return json(200, products(random));
    const meta = {
      total: between(random, 0, 1000),
      limit: between(random, 1, 100),
      offset: between(random, 0, 100),
    };
    return json(
      200,
      { data: products(random), meta },
      { 'Content-Type': 'application/vnd.api+json' },
    );
  },
  auth: (random) =>
    json(200, {
      access_token: `${segment(random)}.${segment(random)}.${segment(random)}`,
      expires_in: between(random, 1, 3600),
      token_type: 'Bearer',
      'not-before-policy': 0,
      scope: '',
      keys: [],
    }),
  templates: (random) =>
    json(200, { data: [{ id: between(random, 1, 99), name: pick(random, NAMES) }] }),
  platform: (random) => {
    const Entities = Array.from({ length: between(random, 0, 50) }, () => ({
      id: between(random, 1, 1000),
    }));
    const [current, prev, next] = [
      between(random, 0, 99),
      between(random, 0, 99),
      between(random, 0, 99),
    ];
    return json(200, {
      success: true,
      Entities,
      meta: { cursor: { current, prev, next, count: Entities.length } },
    });
  },
  handover: (random) =>
    json(pick(random, [200, 401]), {
      message: pick(random, ['All resources have been transferred.', 'Not authorized.']),
    }),
};
