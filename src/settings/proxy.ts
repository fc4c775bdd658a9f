/** Reads the proxy settings. */

import { BlockList, isIP } from 'node:net';
import { percentDecoded } from '../percent-decoded.js';
import { type Addressed, baseUrlsOf } from './base-urls.js';
import type { ForwardProxy } from './connection.js';
import type { Environment } from './environment.js';
import type { ResolvedFile } from './resolved-file.js';
import type { Secret } from './secrets.js';
import type { SettingSource } from './setting-source.js';
import type { Target } from './target.js';
import { UsageError } from './usage-error.js';

interface ProxySources {
  /** Returns where a setting was read, for messages. */
  readonly at: (setting: string) => SettingSource;
  /** The source of `HTTPS_PROXY` and `NO_PROXY`. */
  readonly environment: Environment;
}

/**
 * Returns undefined if no proxy is configured. Throws a UsageError for an unusable address of the
 * proxy. If no base URL would use the proxy, returns undefined instead.
 */
export function proxyOf(
  file: ResolvedFile,
  { environment, at }: ProxySources,
): { readonly proxy: ForwardProxy; readonly secrets: readonly Secret[] } | undefined {
  const variable = (name: string): string | undefined =>
    environment[name] || environment[name.toLowerCase()];
  const text = file.proxy ?? variable('HTTPS_PROXY');
  if (text === undefined || text === '') return undefined;
  const setting = file.proxy === undefined ? 'HTTPS_PROXY' : 'proxy';
  const except = (file.noProxy ?? (variable('NO_PROXY') ?? '').split(/[\s,]+/))
    .filter((host) => host !== '')
    .map((host) => host.toLowerCase());
  const url = addressOf(text);
  if (url === undefined) {
    if (!addressesIn(file).some((address) => goesThrough({ setting, except }, address)))
      return undefined;
    const label = setting === 'proxy' ? at('proxy').label : 'HTTPS_PROXY';
    throw new UsageError(
      `${label} must be the address of a proxy, such as http://proxy.example.com:3128.`,
    );
  }
  return withCredentials(url, { setting, except });
}

/**
 * Returns undefined for a text that is not the address of a proxy. A missing scheme means http, as
 * in curl.
 */
function addressOf(text: string): URL | undefined {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search !== ''
  )
    return undefined;
  return url;
}

function withCredentials(url: URL, { setting, except }: Pick<ForwardProxy, 'setting' | 'except'>) {
  const user = percentDecoded(url.username);
  const password = percentDecoded(url.password);
  const basic = Buffer.from(`${user}:${password}`).toString('base64');
  const owner = setting === 'HTTPS_PROXY' ? 'HTTPS_PROXY' : 'ASSAY_PROXY';
  const secrets = [
    { name: `${owner}_AUTHORIZATION`, value: basic },
    { name: `${owner}_PASSWORD`, value: password },
  ];
  return {
    proxy: {
      origin: url.origin,
      ...(user === '' ? {} : { authorization: `Basic ${basic}` }),
      setting,
      except,
    },
    secrets: password === '' ? [] : secrets,
  };
}

/** Returns the base URLs that are valid addresses. */
const addressesIn = (target: Addressed): readonly URL[] =>
  baseUrlsOf(target).flatMap(({ address }) => (URL.canParse(address) ? [new URL(address)] : []));

/**
 * Whether requests to an address use the proxy. `HTTPS_PROXY` applies only to https. An exception
 * in `except` is a host name, a parent domain, an IP address, a network in CIDR notation, or `*`. A
 * name or an address may have a port.
 */
export function goesThrough(
  { setting, except }: Pick<ForwardProxy, 'setting' | 'except'>,
  { protocol, hostname, port: ownPort }: Pick<URL, 'protocol' | 'hostname' | 'port'>,
): boolean {
  const isSecure = protocol === 'https:';
  if (setting === 'HTTPS_PROXY' && !isSecure) return false;
  const port = ownPort || (isSecure ? '443' : '80');
  const host = withoutBrackets(hostname.toLowerCase());
  return !except.some(
    (entry) => entry === '*' || isInNetwork(host, entry) || isNamed({ host, port }, entry),
  );
}

/** Returns one sentence if the setting `proxy` applies to no base URL of the target. */
export function proxyNotes({ connection, ...target }: Target): readonly string[] {
  const { proxy } = connection ?? {};
  if (proxy?.setting !== 'proxy') return [];
  const addresses = addressesIn(target);
  if (addresses.length === 0 || addresses.some((address) => goesThrough(proxy, address))) return [];
  return [
    'The proxy is not used: noProxy (ASSAY_NO_PROXY, NO_PROXY) covers every host of the target.',
  ];
}

function isNamed(
  { host, port }: { readonly host: string; readonly port: string },
  entry: string,
): boolean {
  // The colons of an IPv6 address without brackets separate no port.
  const withPort = isIP(entry) === 6 ? null : /^(.+?):(\d+)$/.exec(entry);
  const [, name = entry, onlyPort] = withPort ?? [];
  if (onlyPort !== undefined && onlyPort !== port) return false;
  const bare = withoutBrackets(name).replace(/^\*?\./, '');
  // An IPv6 address has several notations, so it is compared as a network with one address.
  if (isIP(bare) === 6) return isInNetwork(host, `${bare}/128`);
  return host === bare || host.endsWith(`.${bare}`);
}

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** Whether a host is an IP address in a network such as `10.0.0.0/8`. */
function isInNetwork(host: string, entry: string): boolean {
  const [, network = '', bits = ''] = /^([0-9a-f.:]+)\/(\d+)$/i.exec(entry) ?? [];
  const version = isIP(network);
  if (version === 0 || isIP(host) !== version || Number(bits) > (version === 4 ? 32 : 128))
    return false;
  const type = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, Number(bits), type);
  return list.check(host, type);
}
