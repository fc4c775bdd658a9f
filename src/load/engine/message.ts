/** What goes into the head of a request. */
export interface Message {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const FORBIDDEN = /[\r\n\0]/;

/**
 * Writes a request as HTTP/1.1. A header that would break out of its line is a mistake of ours or of the target file
 * and throws.
 */
export function message({ method, url, headers, body }: Message): Buffer {
  const lines = [`${method} ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`, 'Connection: keep-alive'];
  for (const [name, value] of Object.entries(headers)) {
    if (FORBIDDEN.test(name) || FORBIDDEN.test(value))
      throw new Error(`The header ${JSON.stringify(name)} has a line break`);
    lines.push(`${name}: ${value}`);
  }
  const bytes = body === undefined ? undefined : Buffer.from(body);
  if (bytes) lines.push(`Content-Length: ${bytes.length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return bytes ? Buffer.concat([head, bytes]) : head;
}
