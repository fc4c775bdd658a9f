/** Reads the connection settings: certificates and proxy. */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Connection } from './connection.js';
import type { Environment } from './environment.js';
import { proxyOf } from './proxy.js';
import { readText } from './read-text.js';
import type { ResolvedFile } from './resolved-file.js';
import type { Secret } from './secrets.js';
import type { SettingSource } from './setting-source.js';
import { UsageError } from './usage-error.js';

interface ConnectionSources {
  readonly at: (setting: string) => SettingSource;
  /** The source of `HTTPS_PROXY` and `NO_PROXY`. */
  readonly environment: Environment;
  /** Whether `--insecure` was given. */
  readonly insecure?: boolean | undefined;
  /**
   * False if no requests are sent. Unusable settings are then ignored instead of refused. Default
   * true.
   */
  readonly sends?: boolean | undefined;
}

/**
 * The result has no connection if no connection setting is used. Throws a UsageError that names the
 * setting and the remedy, but never a credential.
 */
export function connectionOf(
  file: ResolvedFile,
  sources: ConnectionSources,
): { readonly connection?: Connection; readonly secrets: readonly Secret[] } {
  const { tls = {} } = file;
  const { ca, cert, passphrase } = tls;
  const proxySettings = usable(sources, () => proxyOf(file, sources));
  const connection: Connection = {
    ...(ca === undefined
      ? {}
      : usable(sources, () => ({ ca: readCertificate(ca, 'tls.ca', sources) }))),
    ...(cert === undefined && tls.key === undefined
      ? {}
      : usable(sources, () => clientCertificate(tls, sources))),
    ...((tls.insecure ?? false) || sources.insecure ? { insecure: true } : {}),
    ...(proxySettings === undefined ? {} : { proxy: proxySettings.proxy }),
  };
  const secrets = [
    ...(proxySettings?.secrets ?? []),
    ...(passphrase === undefined ? [] : [{ name: 'ASSAY_KEY_PASSPHRASE', value: passphrase }]),
  ];
  return { ...(Object.keys(connection).length === 0 ? {} : { connection }), secrets };
}

/** Returns undefined if `make` refuses a setting and no requests are sent. */
function usable<T>({ sends = true }: ConnectionSources, make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (sends || !(error instanceof UsageError)) throw error;
    return undefined;
  }
}

/**
 * Throws a UsageError if only the certificate or only the key is set, if the key cannot be read, or
 * if they do not belong together.
 */
function clientCertificate(
  { cert, key, passphrase }: NonNullable<ResolvedFile['tls']>,
  sources: ConnectionSources,
): Pick<Connection, 'cert' | 'key' | 'passphrase'> {
  if (cert === undefined || key === undefined) {
    const [missing, given] = cert === undefined ? ['tls.cert', 'tls.key'] : ['tls.key', 'tls.cert'];
    throw new UsageError(
      `${sources.at(given).label} needs ${sources.at(missing).setting} beside it: a client certificate is used together with its key.`,
    );
  }
  const files = {
    cert: readCertificate(cert, 'tls.cert', sources),
    key: textAt(key, 'tls.key', sources),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
  const wrongKey = (why: string): UsageError =>
    new UsageError(`${sources.at('tls.key').label} names ${path.basename(key)}, ${why}.`);
  try {
    createPrivateKey({ key: files.key, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch {
    throw wrongKey(
      `which is not a private key (PEM), or needs another ${sources.at('tls.passphrase').setting}`,
    );
  }
  try {
    createSecureContext(files);
  } catch {
    throw wrongKey(`which does not match the certificate of ${sources.at('tls.cert').setting}`);
  }
  return files;
}

function readCertificate(file: string, setting: string, sources: ConnectionSources): string {
  const text = textAt(file, setting, sources);
  try {
    new X509Certificate(text);
    return text;
  } catch {
    throw new UsageError(
      `${sources.at(setting).label} names ${file}, which contains no certificate. Name a PEM file.`,
    );
  }
}

function textAt(file: string, setting: string, { at }: ConnectionSources): string {
  const { folder, label } = at(setting);
  const full = path.resolve(folder, file);
  if (!existsSync(full))
    throw new UsageError(`${label} names ${file}, which cannot be read. Correct the path.`);
  return readText(full, `${label} names ${file}, which`, 'Correct the path.');
}
