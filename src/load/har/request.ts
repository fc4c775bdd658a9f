import { TOKEN_HEADER } from '../../protocol/export/question.js';
import type { LoadRequestOfProfile } from '../../schema/types.js';
import type { Target } from '../../settings/index.js';
import type { Entry } from './entry.js';

/** A request of a profile, or why an entry was left out. `notes` lists what was removed from it. */
export type Made =
  | { readonly request: RecordedRequest; readonly notes: readonly string[] }
  | { readonly left: string };

/** A request of a profile. Its body is text as it was recorded. */
export type RecordedRequest = Omit<LoadRequestOfProfile, 'body'> & { readonly body?: string };

type Interface = LoadRequestOfProfile['interface'];

/** What a browser adds by itself or what belongs to a connection is not repeated. */
const KEPT = /^(accept|content-type|prefer|x-.*|authorization)$/i;
const CREDENTIAL = /authorization|cookie|token|secret|password|session|api[-_]?key|auth/i;
const CREDENTIAL_IN_BODY =
  /(password|secret|token|api[-_]?key)["']?\s*[=:]\s*["']?(?!\{\{)[^\s"'&{]/i;

/**
 * An entry as a request below the base URL of an interface of the target, every credential replaced
 * or taken out.
 */
export function requestOf({ method, url, headers, body, status }: Entry, target: Target): Made {
  const base = baseOf(url, target);
  if (!base) return { left: `${new URL(url).origin} is not a base URL of the target` };
  if (headers.some(([name]) => /^access-control-request-method$/i.test(name)))
    return { left: 'a preflight request of a browser' };
  const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
  // With the credentials of the target it would be answered otherwise.
  if (status === 401 || status === 403) return { left: `the response was ${status}` };
  const known = methods.find((one) => one === method);
  if (!known) return { left: `the method ${method}` };
  const notes: string[] = [];
  const named = (text: string): string => withNames(text, target);
  const safe = ([name, value]: readonly [string, string]): [string, string][] => {
    const text = named(value);
    if (!CREDENTIAL.test(name) || text.includes('{{')) return [[name, text]];
    notes.push(`${name} was removed: its value is not a setting of the target`);
    return [];
  };
  const at = new URL(url);
  const own = new Set(
    ownHeaders(base.of, target).map(([name, value]) => `${name.toLowerCase()}: ${value}`),
  );
  const kept = headers.filter(
    ([name, value]) => KEPT.test(name) && !own.has(`${name.toLowerCase()}: ${value}`),
  );
  const bearer = base.of === 'templates';
  const fields = kept.filter(([name]) => !(bearer && /^authorization$/i.test(name))).flatMap(safe);
  const text = body === undefined ? undefined : named(body);
  if (text !== undefined && CREDENTIAL_IN_BODY.test(text))
    return { left: 'its body contains a credential that is not a setting of the target' };
  const query = Object.fromEntries([...at.searchParams].flatMap(safe));
  const request: RecordedRequest = {
    interface: base.of,
    ...(known === 'GET' ? {} : { method: known }),
    path: pathOf(at.pathname.slice(base.path.length), target) || '/',
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(fields.length === 0 ? {} : { headers: Object.fromEntries(fields) }),
    ...(text === undefined ? {} : { body: text }),
    // A browser may have had the answer already.
    expect: { status: status === 304 ? 200 : status },
  };
  return { request, notes };
}

/** The interface whose base URL is the longest beginning of an address. */
function baseOf(
  url: string,
  target: Target,
): { readonly of: Interface; readonly path: string } | undefined {
  const bases = (['export', 'templates', 'platform'] as const).flatMap((of) => {
    const baseUrl = target[of]?.baseUrl;
    const begins =
      baseUrl !== undefined &&
      /^([/?#]|$)/.test(url.startsWith(baseUrl) ? url.slice(baseUrl.length) : '-');
    return begins ? [{ of, path: new URL(baseUrl).pathname.replace(/\/$/, '') }] : [];
  });
  return bases.sort((a, b) => b.path.length - a.path.length)[0];
}

/** Headers that a request of an interface has by itself. */
function ownHeaders(
  of: Interface,
  { export: products, platform }: Target,
): (readonly [string, string])[] {
  if (of === 'platform') return Object.entries(platform?.headers ?? {});
  const token = products?.destination?.token;
  return of === 'export' && token !== undefined ? [[TOKEN_HEADER, token]] : [];
}

/** Identifiers of the target, replaced by their names. */
function pathOf(path: string, { export: products }: Target): string {
  const ids = {
    siteId: products?.siteId,
    channelId: products?.channelId,
    destinationId: products?.destination?.id,
  };
  const names = Object.entries(ids).filter(([, id]) => id !== undefined);
  return path
    .split('/')
    .map((segment) => {
      const [name] = names.find(([, id]) => String(id) === segment) ?? [];
      return name === undefined ? segment : `{{${name}}}`;
    })
    .join('/');
}

/** Text in which each secret of the target is the name of its setting: `{{EXPORT_OTHER_TOKEN}}`. */
function withNames(text: string, { secrets }: Target): string {
  // The longest first: one secret may be part of another.
  const ordered = [...secrets].sort((a, b) => b.value.length - a.value.length);
  return ordered.reduce(
    (safe, { name, value }) =>
      [
        value,
        encodeURIComponent(value),
        new URLSearchParams({ value }).toString().slice('value='.length),
      ].reduce((one, written) => one.replaceAll(written, `{{${name}}}`), safe),
    text,
  );
}
