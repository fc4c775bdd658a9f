/** Finds the secrets in the header fields that the target file adds to requests. */

import type { TargetFile } from '../schema/types.js';
import type { Environment } from './environment.js';
import { isWeak, type Secret } from './secrets.js';

/** A header field whose name contains one of these words has a credential as its value. */
const CREDENTIAL = /auth|token|secret|passw|key|cookie|bypass|signature|credential|session/i;

/**
 * Finds the secrets in the values of added header fields. The value of each variable is a secret
 * with the name of the variable. A value without variables is a secret if the name of the field
 * suggests a credential. The password in Basic credentials is a further secret, unless it is weak.
 *
 * @param fileWithVariables The target file before variables such as `${TOKEN}` were replaced.
 */
export function addedSecrets(
  file: TargetFile,
  fileWithVariables: unknown,
  variables: Environment,
): readonly Secret[] {
  const fieldsOfFile = [
    file.headers,
    file.export?.headers,
    file.templates?.headers,
    file.handover?.headers,
  ];
  const raw = Object(fileWithVariables) as TargetFile;
  const rawFields = [
    raw.headers,
    raw.export?.headers,
    raw.templates?.headers,
    raw.handover?.headers,
  ];
  const found = fieldsOfFile.flatMap((fields, index) =>
    Object.entries(fields ?? {}).flatMap(([name, value]) =>
      secretsIn({ name, value, template: rawFields[index]?.[name] }, variables),
    ),
  );
  return [...new Map(found.map((secret) => [secret.value, secret])).values()];
}

interface Field {
  readonly name: string;
  readonly value: string;
  /** The value before variables were replaced. It is undefined if the file has no value. */
  readonly template: string | undefined;
}

function secretsIn(
  { name, value, template = '' }: Field,
  variables: Environment,
): readonly Secret[] {
  const references = [...template.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g)].map(
    ([, variable = '']) => variable,
  );
  const filled = references.flatMap((variable): Secret[] => {
    const secret = variables[variable];
    if (secret === undefined || secret === '') return [];
    return [
      { name: variable, value: secret, ...(CREDENTIAL.test(name) ? {} : { mayBePublic: true }) },
    ];
  });
  const secretName = references[0] ?? `HEADER_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
  const decoded = basicPassword(value);
  const password =
    decoded === undefined || isWeak(decoded)
      ? []
      : [{ name: `${secretName}_PASSWORD`, value: decoded }];
  if (references.length > 0) return [...filled, ...password];
  return CREDENTIAL.test(name)
    ? [{ name: secretName, value: withoutScheme(value) }, ...password]
    : [];
}

/** Returns the password of Basic credentials (RFC 7617 section 2). */
function basicPassword(value: string): string | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]{4,})$/i.exec(value)?.[1];
  if (encoded === undefined) return undefined;
  return /^[^:]*:(.+)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8'))?.[1];
}

const withoutScheme = (value: string): string =>
  value.replace(/^(?:Basic|Bearer|Digest|Negotiate) /i, '');
