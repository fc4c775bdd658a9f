import type { OtherSettings, Request } from 'assay';

/** A request to the stock API. */
export interface Question {
  /** Default the configured one. */
  readonly article?: string;
  /** Default GET. */
  readonly method?: string;
  /** The key; null sends none. Default the configured one. */
  readonly key?: string | null;
}

const KEY = 'X-Stock-Key';

export function write({ article, method = 'GET', key }: Question, stock: OtherSettings): Request {
  const sent = key === undefined ? stock.headers?.[KEY] : key;
  const path = encodeURIComponent(article ?? String(stock.article));
  return {
    interface: 'stock',
    method,
    url: `${stock.baseUrl}/stock/${path}`,
    headers: sent === null || sent === undefined ? [] : [[KEY, sent]],
  };
}

/** The question of a request; undefined for a request of another path. */
export function read(
  { url, method, headers = [] }: Request,
  stock: OtherSettings,
): Question | undefined {
  const root = `${stock.baseUrl}/stock/`;
  if (!url.startsWith(root)) return undefined;
  const article = decodeURIComponent(url.slice(root.length));
  const key = headers.find(([name]) => name === KEY)?.[1] ?? null;
  return {
    ...(article === stock.article ? {} : { article }),
    ...(method === undefined || method === 'GET' ? {} : { method }),
    ...(key === stock.headers?.[KEY] ? {} : { key }),
  };
}

/** A question in words. */
export function name({
  article = 'the configured article',
  method = 'GET',
  key,
}: Question): string {
  const asked = `${method} of ${article}`;
  if (key === undefined) return asked;
  return key === null ? `${asked} without a key` : `${asked} with another key`;
}
