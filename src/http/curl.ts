import type { Exchange } from './exchange.js';

/**
 * A command that sends the request of an exchange again: safe to paste into a POSIX shell, with secrets as
 * `$VARIABLES`. Headers that curl would add by itself are taken out.
 */
export function curlOf({ request }: Exchange): string {
  const { method, url, headers, body } = request;
  const named = new Set(headers.map(([name]) => name.toLowerCase()));
  const added = ['Accept', 'User-Agent', ...(body === undefined ? [] : ['Content-Type'])].filter(
    (name) => !named.has(name.toLowerCase()),
  );
  return [
    'curl -sSi --globoff --path-as-is',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...headers.map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...added.map((name) => `-H ${quote(`${name}:`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quote(body)}`]),
    quote(url),
  ].join(' ');
}

/** Single-quoted for the shell, but for `$VARIABLES`, which stand in double quotes. */
function quote(text: string): string {
  return text
    .split(/(\$\{[A-Z][A-Z0-9_]*\})/)
    .filter((part) => part !== '')
    .map((part) => (/^\$\{[A-Z][A-Z0-9_]*\}$/.test(part) ? `"${part}"` : `'${part.replaceAll("'", `'\\''`)}'`))
    .join('');
}
