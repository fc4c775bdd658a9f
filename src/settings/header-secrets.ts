/** Finds the secrets in header fields of the settings. */

import type { TargetFile } from '../schema/types.js';
import type { Environment } from './environment.js';
import { isWeak, type Secret } from './secrets.js';

/** Header fields with such names have credentials as values. */
const CREDENTIAL = /auth|token|secret|passw|key|cookie|bypass|signature|credential|session/i;

/**
 * The secrets among added headers. A value from a variable has the name of the variable. A literal
 * value is a secret if its header is for credentials. A password in Basic credentials is a further
 * secret. `templates` is the target file before variables were replaced.
 */
export function addedSecrets(
  file: TargetFile,
  templates: unknown,
  variables: Environment,
): readonly Secret[] {
  const places = [
    file.headers,
    file.export?.headers,
    file.templates?.headers,
    file.handover?.headers,
  ];
  const raw = Object(templates) as TargetFile;
  const written = [raw.headers, raw.export?.headers, raw.templates?.headers, raw.handover?.headers];
  const found = places.flatMap((fields, index) =>
    Object.entries(fields ?? {}).flatMap(([name, value]) =>
      secretsIn({ name, value, template: written[index]?.[name] }, variables),
    ),
  );
  return [...new Map(found.map((secret) => [secret.value, secret])).values()];
}

interface Field {
  readonly name: string;
  readonly value: string;
  /**
   * The value in the target file before variables such as `${TOKEN}` were replaced; undefined if
   * the file has no value.
   */
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
  const owner = references[0] ?? `HEADER_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
  const decoded = basicPassword(value);
  const password =
    decoded === undefined || isWeak(decoded) ? [] : [{ name: `${owner}_PASSWORD`, value: decoded }];
  if (references.length > 0) return [...filled, ...password];
  return CREDENTIAL.test(name) ? [{ name: owner, value: withoutScheme(value) }, ...password] : [];
}

/** From Basic credentials (RFC 7617 section 2); undefined for any other value. */
function basicPassword(value: string): string | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]{4,})$/i.exec(value)?.[1];
  if (encoded === undefined) return undefined;
  return /^[^:]*:(.+)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8'))?.[1];
}

const withoutScheme = (value: string): string =>
  value.replace(/^(?:Basic|Bearer|Digest|Negotiate) /i, '');
