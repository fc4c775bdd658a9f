/** Reads how tokens are obtained during the run: by a command or by a refresh token. */

import { defined } from '../defined.js';
import type { CredentialSource, Headers, SecretText, TargetFile } from '../schema/types.js';
import type { Credential, Fields, ResolvedFile, WithFields } from './resolved-file.js';
import { isWeak, type Secret } from './secrets.js';
import { UsageError } from './usage-error.js';
import { endpointFrom } from './values.js';

interface Resolved {
  readonly file: ResolvedFile;
  readonly credentials: readonly Credential[];
  readonly secrets: readonly Secret[];
}

/**
 * Replaces each source of a token by a placeholder. Throws a UsageError for a source that has
 * neither or both of `command` and `refreshToken`.
 */
export function resolveCredentials(file: TargetFile, labelOf: (place: string) => string): Resolved {
  const credentials: Credential[] = [];
  const textOf = (place: string, value: SecretText): string => {
    if (typeof value === 'string') return value;
    const credential = credentialOf(place, value, labelOf);
    credentials.push(credential);
    const { placeholder } = credential;
    return value.scheme === undefined ? placeholder : `${value.scheme} ${placeholder}`;
  };
  const fieldsOf = (place: string, headers: Headers): Fields =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, textOf(`${place}.${name}`, value)]),
    );
  const withFields = <T extends { readonly headers?: Headers }>(
    place: string,
    { headers, ...others }: T,
  ): WithFields<T> => ({
    ...others,
    ...(headers === undefined ? {} : { headers: fieldsOf(`${place}.headers`, headers) }),
  });
  const { headers, export: products, templates, platform, handover, interfaces, ...others } = file;
  const { token, ...handoverSettings } = handover ?? { baseUrl: '' };
  const resolved: ResolvedFile = {
    ...others,
    ...defined({
      headers: headers && fieldsOf('headers', headers),
      export: products && withFields('export', products),
      templates: templates && withFields('templates', templates),
      platform: platform && withFields('platform', platform),
      handover: handover && {
        ...withFields('handover', handoverSettings),
        ...defined({ token: token && textOf('handover.token', withoutBearer(token, labelOf)) }),
      },
      interfaces:
        interfaces &&
        Object.fromEntries(
          Object.entries(interfaces).map(([name, settings]) => [
            name,
            { ...withFields(`interfaces.${name}`, settings), baseUrl: settings.baseUrl },
          ]),
        ),
    }),
  };
  return { file: resolved, credentials, secrets: credentials.flatMap(secretsOf) };
}

/** The handover API is called with `Bearer` before the token, so the source must not add it. */
function withoutBearer(token: SecretText, labelOf: (place: string) => string): SecretText {
  if (typeof token === 'string' || token.scheme === undefined) return token;
  const { scheme, ...source } = token;
  if (/^bearer$/i.test(scheme)) return source;
  throw new UsageError(
    `${labelOf('handover.token.scheme')} is "${scheme}", but the handover API takes Bearer tokens only. Leave it out.`,
  );
}

function credentialOf(
  place: string,
  source: CredentialSource,
  labelOf: (place: string) => string,
): Credential {
  const { command, refreshToken, tokenUrl, clientId, clientSecret } = source;
  if ((command === undefined) === (refreshToken === undefined))
    throw new UsageError(
      `${labelOf(place)} must have either "command", or "refreshToken" and "tokenUrl". Set one of the two.`,
    );
  if (tokenUrl !== undefined) endpointFrom(tokenUrl, labelOf(`${place}.tokenUrl`));
  const name =
    place === 'handover.token' ? 'CDE_TOKEN' : place.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return {
    setting: place,
    name,
    // It has only characters of a token, and does not occur in ordinary text.
    placeholder: `Renewed_Token_of-${name}-5q`,
    ...defined({ command, clientId, clientSecret }),
    ...(refreshToken === undefined || tokenUrl === undefined
      ? {}
      : { refresh: { token: refreshToken, url: tokenUrl } }),
  };
}

function secretsOf({ name, placeholder, refresh, clientSecret }: Credential): readonly Secret[] {
  const secrets = [
    { name, value: placeholder, isObtained: true },
    ...(refresh === undefined ? [] : [{ name: `${name}_REFRESH_TOKEN`, value: refresh.token }]),
    ...(clientSecret === undefined ? [] : [{ name: `${name}_CLIENT_SECRET`, value: clientSecret }]),
  ];
  return secrets.map((secret) => (isWeak(secret.value) ? { ...secret, weak: true } : secret));
}
