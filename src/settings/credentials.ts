/** Reads how tokens are obtained during the run: by a command or by a refresh token. */

import type { TargetFile } from '../schema/types.js';
import { isWeak, type Secret } from './secrets.js';
import { UsageError } from './usage-error.js';

/** The value of a setting that says how to obtain a token. */
interface CredentialSource {
  readonly command?: readonly string[];
  readonly refreshToken?: string;
  readonly tokenUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scheme?: string;
}

/**
 * A token that is obtained when it is needed. The settings contain a placeholder, which is never
 * sent.
 */
export interface Credential
  extends Pick<CredentialSource, 'command' | 'clientId' | 'clientSecret'> {
  /** The place in the target file, for messages. */
  readonly setting: string;
  /** The variable name under which reports show the token. */
  readonly name: string;
  readonly placeholder: string;
  readonly refresh?: { readonly token: string; readonly url: string };
}

interface Resolved {
  /** The target file with a placeholder instead of each source of a token. */
  readonly file: TargetFile;
  readonly credentials: readonly Credential[];
  readonly secrets: readonly Secret[];
}

type Headers = Readonly<Record<string, unknown>>;

/**
 * Replaces each source of a token by a placeholder. Throws a UsageError for a source that has
 * neither or both of `command` and `refreshToken`.
 */
export function resolveCredentials(file: TargetFile, labelOf: (place: string) => string): Resolved {
  const credentials: Credential[] = [];
  const placeholderFor = (place: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const source = value as CredentialSource;
    const credential = credentialOf(place, source, labelOf);
    credentials.push(credential);
    return source.scheme === undefined
      ? credential.placeholder
      : `${source.scheme} ${credential.placeholder}`;
  };
  const withPlaceholders = <T extends { readonly headers?: unknown }>(
    place: string,
    section: T,
  ): T =>
    section.headers === undefined
      ? section
      : { ...section, headers: fieldsWithPlaceholders(`${place}headers`, section.headers) };
  const fieldsWithPlaceholders = (place: string, fields: unknown): Headers =>
    Object.fromEntries(
      Object.entries(fields as Headers).map(([name, value]) => [
        name,
        placeholderFor(`${place}.${name}`, value),
      ]),
    );
  const { export: products, templates, platform, handover } = file;
  const token =
    handover?.token === undefined
      ? {}
      : { token: placeholderFor('handover.token', handover.token) as string };
  const resolved: TargetFile = {
    ...withPlaceholders('', file),
    ...(products && { export: withPlaceholders('export.', products) }),
    ...(templates && { templates: withPlaceholders('templates.', templates) }),
    ...(platform && { platform: withPlaceholders('platform.', platform) }),
    ...(handover && { handover: { ...withPlaceholders('handover.', handover), ...token } }),
  };
  return { file: resolved, credentials, secrets: credentials.flatMap(secretsOf) };
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
  const name =
    place === 'handover.token' ? 'CDE_TOKEN' : place.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return {
    setting: place,
    name,
    placeholder: `Renewed_Token_of-${name}-5q`,
    ...(command === undefined ? {} : { command }),
    ...(refreshToken === undefined || tokenUrl === undefined
      ? {}
      : { refresh: { token: refreshToken, url: tokenUrl } }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(clientSecret === undefined ? {} : { clientSecret }),
  };
}

function secretsOf({ name, placeholder, refresh, clientSecret }: Credential): readonly Secret[] {
  const secrets = [
    { name, value: placeholder },
    ...(refresh === undefined ? [] : [{ name: `${name}_REFRESH_TOKEN`, value: refresh.token }]),
    ...(clientSecret === undefined ? [] : [{ name: `${name}_CLIENT_SECRET`, value: clientSecret }]),
  ];
  return secrets.map((secret) => (isWeak(secret.value) ? { ...secret, weak: true } : secret));
}
