import type { HarEntry } from '../formats/har.js';
import type { Header } from '../http/index.js';
import { jsonValue } from '../schema/json-value.js';
import { isKnown, type Target } from '../settings/index.js';
import { headerOf } from './canonical.js';
import { interfaceOf } from './interface-of.js';
import { isPlainWord, type StandIns } from './stand-ins.js';

/**
 * The headers of an entry with the credentials that were sent; or why it cannot be known which they
 * were. `isWhole` says that all headers of the request were recorded.
 */
export type Credentials = (
  entry: HarEntry,
  name: string,
  headers: readonly Header[],
  isWhole: boolean,
) => readonly Header[] | string;

const UNKNOWN = 'credential not known';
const REMOVED = 'credential may have been removed from the recording';
const AUTHORIZATION = 'Authorization';
const TOKEN = 'X-EA-Auth-Token';
const DESTINATION = 'X-Destination-Id';

interface Knowing {
  readonly configured: Target;
  /** With what the recording shows of its settings. */
  readonly target: Target;
  readonly standIns: StandIns;
}

/**
 * What is known of the credentials in a recording. A tool may remove them before it stores a file:
 * where no request of an interface has any, nobody can say that one was sent without. One that is
 * neither configured nor was seen to be issued may be right or wrong.
 */
export function credentialsOf(
  entries: readonly HarEntry[],
  { configured, target, standIns }: Knowing,
): Credentials {
  const has = (field: string, name: string): boolean =>
    entries.some(
      ({ url, headers }) =>
        interfaceOf(url, target) === name && headerOf(headers, field) !== undefined,
    );
  const shown = new Map([
    ['export', has(TOKEN, 'export')],
    ['templates', has(AUTHORIZATION, 'templates')],
    ['handover', has(AUTHORIZATION, 'handover')],
  ]);
  const isConfigured = isKnown(configured.export?.destination?.token);
  const issued = new Set(entries.flatMap((entry) => tokenIssuedBy(entry, target) ?? []));
  const known = new Set([...issued, ...configured.secrets.map(({ value }) => value)]);
  const isReal = (value: string): boolean => !standIns.has(value) && !isPlainWord(value);
  const hasReal = entries.some(({ headers }) => {
    const sent = headerOf(headers, TOKEN) ?? headerOf(headers, AUTHORIZATION);
    return sent !== undefined && isReal(sent);
  });
  // Somebody who tests may send a word as a token; beside real ones it is none that a recorder put
  // there, if it is refused.
  const isReplaced = (value: string, status: number | undefined): boolean =>
    !known.has(value.replace(/^\S+ +/, '')) &&
    (standIns.has(value) || (isPlainWord(value) && !(hasReal && status === 403)));
  const isToken = (url: string): boolean => url.startsWith(`${target.templates?.authUrl}/`);

  const ofExport: Credentials = ({ url, response, headers: sent }, _, headers, isWhole) => {
    const { baseUrl = '', destination } = target.export ?? {};
    const status = response?.status ?? 0;
    const isRefused = status === 401 || status === 403;
    if (/^\/?(?:\?|$)/.test(url.slice(baseUrl.length))) return headers;
    const token = headerOf(headers, TOKEN);
    if (!isWhole && !url.includes('/destinations/') && headerOf(headers, DESTINATION) === undefined)
      return REMOVED;
    if (token === undefined) {
      if (isWhole && shown.get('export'))
        return headerOf(sent, 'cookie') === undefined ? headers : UNKNOWN;
      // Another destination has a token of its own.
      const addressed = /\/destinations\/([^/?]*)/.exec(url)?.[1] ?? headerOf(headers, DESTINATION);
      const isOther = addressed !== undefined && addressed !== String(destination?.id);
      return isRefused || destination === undefined || isOther
        ? REMOVED
        : [...headers, [TOKEN, destination.token]];
    }
    if (isConfigured || /[^A-Za-z0-9_-]/.test(token)) return headers;
    // What is accepted is right, and what is refused is wrong, as long as nobody has said which is
    // which.
    const isRight = token === destination?.token;
    const hasDestination =
      url.includes('/destinations/') || /^[1-9]\d*$/.test(headerOf(headers, DESTINATION) ?? '');
    if (isRight && isRefused && !hasDestination) return headers;
    return (isRight && !isRefused) || (!isRight && isRefused) ? headers : UNKNOWN;
  };

  const ofTemplates: Credentials = ({ url, method, response }, _, headers, isWhole) => {
    if (isToken(url)) return isWhole || method === 'GET' ? headers : REMOVED;
    const authorization = headerOf(headers, AUTHORIZATION);
    if (authorization === undefined) return isWhole && shown.get('templates') ? headers : REMOVED;
    const [, scheme = '', token = ''] = /^(\S+) +(\S+)$/.exec(authorization) ?? [];
    if (!issued.has(token)) return UNKNOWN;
    // An issued token that is refused may have been revoked: the document has clients ask for
    // another.
    return /^bearer$/i.test(scheme) && (response?.status ?? 0) >= 400
      ? 'token may have been revoked'
      : headers;
  };

  const ofHandover: Credentials = (_, __, headers, isWhole) => {
    const authorization = headerOf(headers, AUTHORIZATION);
    if (authorization === undefined) return isWhole && shown.get('handover') ? headers : REMOVED;
    return isKnown(configured.handover?.token) ? headers : UNKNOWN;
  };

  const ofPlatform: Credentials = ({ response }, _, headers) =>
    response?.status === 401 || response?.status === 403 ? UNKNOWN : headers;

  const by: Readonly<Record<string, Credentials>> = {
    export: ofExport,
    templates: ofTemplates,
    platform: ofPlatform,
    handover: ofHandover,
  };
  return (entry, name, headers, isWhole) => {
    const left = headers.filter(
      ([field, value]) =>
        !(CREDENTIALS.has(field) ? isReplaced(value, entry.response?.status) : standIns.has(value)),
    );
    if (left.length === headers.length) return by[name]?.(entry, name, headers, isWhole) ?? headers;
    const isToken = headers.every((header) => left.includes(header) || header[0] === TOKEN);
    return isToken ? ofExport(entry, name, left, false) : REMOVED;
  };
}

const CREDENTIALS = new Set([AUTHORIZATION, TOKEN]);

/** The access token that an entry of the token endpoint issued. */
function tokenIssuedBy(
  { url, method, response }: HarEntry,
  { templates }: Target,
): string | undefined {
  const isAsked =
    method === 'POST' &&
    templates?.authUrl !== undefined &&
    url.startsWith(`${templates.authUrl}/`);
  if (!isAsked || response?.status !== 200) return undefined;
  const { access_token: token } = Object(jsonValue(response.body?.toString('utf8') ?? ''));
  return typeof token === 'string' ? token : undefined;
}
