/** Hides the credentials in recorded requests of other clients. */

import type { Header, Redactor } from '../http/index.js';
import { nameOfStandIn } from '../settings/index.js';

const CREDENTIAL =
  /^(?:authorization|proxy-authorization|cookie|x-ea-auth-token|x-auth-token|x-api-key)$/i;

/**
 * At most this number of credentials of one recording is hidden. Every text is searched for each of
 * them, which takes about 10 ms for a page of products and as many credentials.
 */
const MAX_CREDENTIALS = 20_000;

/**
 * The returned function reads credentials from header fields. The redactor then hides them in all
 * texts. A stand-in for a missing secret is shown as the name of the secret, any other credential
 * as `<removed>`.
 */
export function credentialHider(redactor: Redactor): (headers: readonly Header[]) => void {
  let count = 0;
  return (headers) => {
    for (const [field, value] of headers) {
      if (!CREDENTIAL.test(field)) continue;
      const credential = value.replace(/^[A-Za-z]+ +/, '');
      if (credential === '' || redactor.nameOf(credential) !== undefined) continue;
      if (count >= MAX_CREDENTIALS) continue;
      count += 1;
      const name = nameOfStandIn(credential);
      redactor.learn(credential, name === undefined ? '<removed>' : `\${${name}}`);
    }
  };
}
