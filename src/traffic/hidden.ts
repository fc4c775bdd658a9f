/** Hides the credentials in recorded requests of other clients. */

import type { Header, Redactor } from '../http/index.js';
import { nameOfStandIn } from '../settings/index.js';

/** Matches names of header fields that may contain credentials. */
const CREDENTIAL =
  /^(?:authorization|proxy-authorization|cookie|x-ea-auth-token|x-auth-token|x-api-key)$/i;

/** The most credentials of one recording that are searched for in every text. */
const MOST = 1000;

/**
 * Makes a function that hides the credentials in headers wherever they occur, because it is unknown
 * which of them are secrets. Credentials with a name keep it.
 */
export function hiding(redactor: Redactor): (headers: readonly Header[]) => void {
  let count = 0;
  return (headers) => {
    for (const [field, value] of headers) {
      if (!CREDENTIAL.test(field)) continue;
      const credential = value.replace(/^[A-Za-z]+ +/, '');
      if (credential === '' || redactor.nameOf(credential) !== undefined || count >= MOST) continue;
      count += 1;
      const name = nameOfStandIn(credential);
      redactor.learn(credential, name === undefined ? '<removed>' : `\${${name}}`);
    }
  };
}
