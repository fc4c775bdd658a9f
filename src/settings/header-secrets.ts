/**
 * Finds the secrets in header fields that the target file adds to requests, and in the settings
 * that say how to get a token.
 */

import { defined } from '../defined.js';
import { memberAt } from '../schema/json-value.js';
import type { Environment } from './environment.js';
import type { Fields, ResolvedFile } from './resolved-file.js';
import { isWeak, type Secret } from './secrets.js';

/** A header field whose name contains one of these words has a credential as its value. */
const CREDENTIAL = /auth|token|secret|passw|key|cookie|bypass|signature|credential|session/i;

/**
 * Finds the secrets in the values of added header fields. The value of each variable is a secret
 * with the name of the variable, which may be public if the name of the field does not suggest a
 * credential, or if it is in the source of a token. A value without variables is a secret if the
 * name of the field suggests a credential. The password in Basic credentials is a further secret,
 * unless it is weak. Variables in the source of a token, such as the arguments of a command, are
 * secrets at any place where the file allows a source.
 *
 * @param template The target file before variables such as `${TOKEN}` and sources of tokens were
 *   replaced.
 */
export function addedSecrets(
  { headers, export: products, templates, platform, handover, interfaces = {} }: ResolvedFile,
  template: unknown,
  variables: Environment,
): readonly Secret[] {
  const fieldsAt = (place: readonly string[], fields: Fields = {}): readonly Field[] =>
    Object.entries(fields).map(([name, value]) => ({
      name,
      value,
      template: memberAt(template, [...place, name]),
    }));
  const added = [
    ...fieldsAt(['headers'], headers),
    ...fieldsAt(['export', 'headers'], products?.headers),
    ...fieldsAt(['templates', 'headers'], templates?.headers),
    ...fieldsAt(['handover', 'headers'], handover?.headers),
  ];
  // `secretsOf` finds the secrets in texts of these fields. Only the sources of tokens are left.
  const others = [
    ...fieldsAt(['platform', 'headers'], platform?.headers),
    ...fieldsAt(['handover'], defined({ token: handover?.token })),
    ...Object.entries(interfaces).flatMap(([name, settings]) =>
      fieldsAt(['interfaces', name, 'headers'], settings.headers),
    ),
  ].filter((field) => typeof field.template === 'object');
  const found = [...added, ...others].flatMap((field) => secretsIn(field, variables));
  return [...new Map(found.map((secret) => [secret.value, secret])).values()];
}

interface Field {
  readonly name: string;
  readonly value: string;
  /**
   * The value before variables were replaced. It is undefined if the file has no value, and an
   * object if it says how a token is obtained.
   */
  readonly template: unknown;
}

function secretsIn({ name, value, template }: Field, variables: Environment): readonly Secret[] {
  const references = [
    ...JSON.stringify(template ?? '').matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g),
  ].map(([, variable = '']) => variable);
  const isCredential = typeof template !== 'object' && CREDENTIAL.test(name);
  const filled = references.flatMap((variable): Secret[] => {
    const secret = variables[variable];
    if (secret === undefined || secret === '') return [];
    return [{ name: variable, value: secret, ...(isCredential ? {} : { mayBePublic: true }) }];
  });
  // The value is then a placeholder for the token, which `resolveCredentials` returns as a secret.
  if (typeof template === 'object') return filled;
  const secretName = references[0] ?? `HEADER_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
  const decoded = basicPassword(value);
  const password =
    decoded === undefined || isWeak(decoded)
      ? []
      : [{ name: `${secretName}_PASSWORD`, value: decoded }];
  if (references.length > 0) return [...filled, ...password];
  return isCredential ? [{ name: secretName, value: withoutScheme(value) }, ...password] : [];
}

/** Returns the password of Basic credentials (RFC 7617 section 2). */
function basicPassword(value: string): string | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]{4,})$/i.exec(value)?.[1];
  if (encoded === undefined) return undefined;
  return /^[^:]*:(.+)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8'))?.[1];
}

const withoutScheme = (value: string): string =>
  value.replace(/^(?:Basic|Bearer|Digest|Negotiate) /i, '');
