import type { HarEntry } from '../formats/har.js';
import type { Ledger } from '../ledger/index.js';
import { standInFor, type Target } from '../settings/index.js';
import { headerOf } from './canonical.js';
import { entriesOfLedger } from './from-ledger.js';
import { standInToken } from './stand-in-token.js';

/**
 * The exchanges of other clients in a ledger, such as the ledger of a proxy. Each placeholder of a
 * secret, such as `${EXPORT_TOKEN}`, is replaced by the value of the secret. If this value is
 * unknown, a stand-in replaces the placeholder.
 */
export function othersIn(
  ledger: Pick<Ledger, 'header' | 'exchanges'>,
  secrets: Target['secrets'],
): readonly HarEntry[] {
  const secretOf = (name: string): string =>
    secrets.find((secret) => secret.name === name)?.value ?? standInFor(name);
  const entries = entriesOfLedger(ledger);
  const tokens = new Map(
    entries.flatMap(({ answer }) =>
      (answer?.issued ?? []).map(({ name, parts }) => [name, standInToken(name, parts)] as const),
    ),
  );
  const fillIn = (text: string, isForm = false): string =>
    text.replace(/\$\{([A-Z][A-Z0-9_]*)\}/g, (placeholder, name: string) => {
      const value = name.startsWith('ACCESS_TOKEN_')
        ? (tokens.get(placeholder) ?? placeholder)
        : secretOf(name);
      return isForm ? formEncoded(value) : value;
    });
  return entries.map(({ method, url, headers, body, at, durationMs, answer }) => ({
    method,
    url: fillIn(url, true),
    headers: headers.map(([name, value]) => [name, fillIn(value)] as const),
    ...(body === undefined
      ? {}
      : { body: fillIn(body, /urlencoded/i.test(headerOf(headers, 'content-type') ?? '')) }),
    at,
    durationMs,
    ...(answer === undefined
      ? {}
      : {
          response: {
            ...answer,
            body: answer.body && Buffer.from(fillIn(answer.body.toString('latin1')), 'latin1'),
          },
        }),
    own: {},
  }));
}

const formEncoded = (value: string): string =>
  new URLSearchParams({ v: value }).toString().slice('v='.length);
