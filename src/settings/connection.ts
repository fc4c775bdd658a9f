import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import type { TargetFile } from '../schema/types.js';
import type { Environment } from './environment.js';
import type { Secret } from './secrets.js';
import { UsageError } from './usage-error.js';

/** How a target is reached, where that is not the plain way. */
export interface Connection {
  /** Authorities that are trusted besides those that Node knows (PEM). */
  readonly ca?: string;
  /** The certificate that we show, its key (PEM), and what opens that. */
  readonly cert?: string;
  readonly key?: string;
  readonly passphrase?: string;
  /** Certificates are not verified: the response may come from another server. */
  readonly insecure?: true;
  readonly proxy?: Proxy;
}

/** A proxy that requests are tunnelled through. */
interface Proxy {
  /** Scheme, host and port, without credentials. */
  readonly origin: string;
  /** Value of Proxy-Authorization. */
  readonly authorization?: string;
  /** The setting that names it. */
  readonly setting: 'proxy' | 'HTTPS_PROXY';
  /** Hosts that are reached without it, those below them included; `*` for all. */
  readonly except: readonly string[];
}

/** Where a setting was given, for messages and for relative paths. */
export interface SettingSource {
  /** The name of the setting there: an environment variable, or a place in the target file. */
  readonly setting: string;
  /** The source and the setting, as a message begins: `The target file staging.json: tls.ca`. */
  readonly named: string;
  /** What a relative path is relative to. */
  readonly folder: string;
}

interface Place {
  /** Where a setting was given. */
  readonly at: (setting: string) => SettingSource;
  /** For `HTTPS_PROXY` and `NO_PROXY`. */
  readonly environment: Environment;
  /** `--insecure`. */
  readonly insecure?: boolean | undefined;
  /** False: what cannot be used is left out instead of refused, because no requests are sent. Default true. */
  readonly sends?: boolean | undefined;
}

/**
 * How the target is reached, and the secrets that this takes; no connection where it is the plain way. Throws a UsageError
 * that names the setting and the remedy, and never a credential.
 */
export function connectionOf(
  { proxy, noProxy, tls = {} }: TargetFile,
  place: Place,
): { readonly connection?: Connection; readonly secrets: readonly Secret[] } {
  const { ca, cert, passphrase } = tls;
  const through = usable(place, () => proxyOf(proxy, noProxy, place));
  const connection: Connection = {
    ...(ca === undefined ? {} : usable(place, () => ({ ca: readCertificate(ca, 'tls.ca', place) }))),
    ...(cert === undefined && tls.key === undefined ? {} : usable(place, () => clientCertificate(tls, place))),
    ...((tls.insecure ?? false) || place.insecure ? { insecure: true } : {}),
    ...(through === undefined ? {} : { proxy: through.proxy }),
  };
  const secrets = [
    ...(through?.secrets ?? []),
    ...(passphrase === undefined ? [] : [{ name: 'ASSAY_KEY_PASSPHRASE', value: passphrase }]),
  ];
  return { ...(Object.keys(connection).length === 0 ? {} : { connection }), secrets };
}

/** What `make` returns; undefined where it refuses a setting and no requests are sent. */
function usable<T>({ sends = true }: Place, make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (sends || !(error instanceof UsageError)) throw error;
    return undefined;
  }
}

function proxyOf(
  proxy: string | undefined,
  noProxy: readonly string[] | undefined,
  { environment, at }: Place,
): { readonly proxy: Proxy; readonly secrets: readonly Secret[] } | undefined {
  const either = (name: string): string | undefined => environment[name] || environment[name.toLowerCase()];
  const text = proxy ?? either('HTTPS_PROXY');
  if (text === undefined || text === '') return undefined;
  const setting = proxy === undefined ? 'HTTPS_PROXY' : 'proxy';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '') {
    const told = proxy === undefined ? 'HTTPS_PROXY' : at('proxy').named;
    throw new UsageError(`${told} must be the address of a proxy, such as http://proxy.example.com:3128.`);
  }
  const [user, password] = [decoded(url.username), decoded(url.password)];
  const basic = Buffer.from(`${user}:${password}`).toString('base64');
  const owner = proxy === undefined ? 'HTTPS_PROXY' : 'ASSAY_PROXY';
  const except = noProxy ?? (either('NO_PROXY') ?? '').split(/[\s,]+/).filter((host) => host !== '');
  return {
    proxy: {
      origin: url.origin,
      ...(user === '' ? {} : { authorization: `Basic ${basic}` }),
      setting,
      except: except.map((host) => host.toLowerCase()),
    },
    secrets:
      password === ''
        ? []
        : [
            { name: `${owner}_AUTHORIZATION`, value: basic },
            { name: `${owner}_PASSWORD`, value: password },
          ],
  };
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Both or none, and belonging together. */
function clientCertificate(
  { cert, key, passphrase }: NonNullable<TargetFile['tls']>,
  place: Place,
): Pick<Connection, 'cert' | 'key' | 'passphrase'> {
  if (cert === undefined || key === undefined) {
    const [missing, given] = cert === undefined ? ['tls.cert', 'tls.key'] : ['tls.key', 'tls.cert'];
    throw new UsageError(
      `${place.at(given).named} needs ${place.at(missing).setting} beside it: a client certificate requires its key.`,
    );
  }
  const ours = {
    cert: readCertificate(cert, 'tls.cert', place),
    key: readText(key, 'tls.key', place),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
  const wrong = (setting: string, why: string): UsageError =>
    new UsageError(`${place.at(setting).named} names ${path.basename(key)}, ${why}.`);
  try {
    createPrivateKey({ key: ours.key, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch {
    throw wrong('tls.key', `which is not a private key (PEM), or has another ${place.at('tls.passphrase').setting}`);
  }
  try {
    createSecureContext(ours);
  } catch {
    throw wrong('tls.key', `which does not match the certificate of ${place.at('tls.cert').setting}`);
  }
  return ours;
}

function readCertificate(file: string, setting: string, place: Place): string {
  const text = readText(file, setting, place);
  try {
    return new X509Certificate(text) && text;
  } catch {
    throw new UsageError(`${place.at(setting).named} names ${file}, which contains no certificate. Name a PEM file.`);
  }
}

function readText(file: string, setting: string, { at }: Place): string {
  const { folder, named } = at(setting);
  try {
    return readFileSync(path.resolve(folder, file), 'utf8');
  } catch {
    throw new UsageError(`${named} names ${file}, which cannot be read. Correct the path.`);
  }
}
