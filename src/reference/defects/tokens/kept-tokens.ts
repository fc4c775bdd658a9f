import { decodeJwt } from 'jose';
import type { Change } from '../../behaviour.js';
import { inTokens } from '../change.js';

/**
 * Returns the token of a client again until it expires or is revoked, as caches and some token
 * servers do. `lifetimeOf` computes `expires_in` from the remaining seconds and from the whole
 * lifetime in seconds.
 */
export const keepingTokens = (
  lifetimeOf: (remaining: number, lifetime: number) => number,
): Change =>
  inTokens(({ tokenBody }) => {
    const kept = new Map<string, { readonly token: string; readonly end: number }>();
    return {
      tokenBody: (token, world, client) => {
        const now = world.clock() / 1000;
        const known = kept.get(client.id);
        const isAlive =
          known !== undefined &&
          known.end > now &&
          !world.revoked.has(decodeJwt(known.token).jti ?? '');
        const current = isAlive ? known : { token, end: now + world.lifetime };
        kept.set(client.id, current);
        const remaining = Math.ceil(current.end - now);
        return {
          ...tokenBody(current.token, world, client),
          expires_in: lifetimeOf(remaining, world.lifetime),
        };
      },
    };
  });
