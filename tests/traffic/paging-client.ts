import type { Reference } from '../../src/reference/index.js';

/** What a client of the four interfaces is given. */
export interface ClientSettings {
  readonly products: string;
  readonly legacy: string;
  readonly token: string;
  readonly destination: string;
  readonly collection: string;
  readonly platform: Readonly<Record<string, string>>;
}

export function clientSettings(
  { export: products, platform }: Reference['target'],
  base = '',
): ClientSettings {
  const { baseUrl = '', siteId, channelId, destination } = products ?? {};
  const at = (url: string): string => (base === '' ? url : url.replace(/^https?:\/\/[^/]+/, base));
  return {
    products: at(
      `${baseUrl}/sites/${siteId}/channels/${channelId}/destinations/${destination?.id}/products`,
    ),
    legacy: at(`${baseUrl}/${siteId}/${channelId}`),
    token: destination?.token ?? '',
    destination: String(destination?.id),
    collection: at(`${platform?.baseUrl}/platform/v2/${platform?.collections?.[0]}`),
    platform: platform?.headers ?? {},
  };
}

/**
 * A client that pages, sorts and filters as integrators do, in either format, and walks a
 * collection between two looks at the whole. It stands alone, so that a page can run it.
 */
export async function pagingClient({
  products,
  legacy,
  token,
  destination,
  collection,
  platform,
}: ClientSettings): Promise<number> {
  let requests = 0;
  const get = async (url: string, headers: Readonly<Record<string, string>>): Promise<unknown> => {
    requests += 1;
    const response = await fetch(url, { headers });
    const text = await response.text();
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  };
  const filter = (
    ...criteria: readonly (readonly [column: string, operator: string, value: string])[]
  ): string =>
    criteria
      .flatMap(([column, operator, value], at) =>
        Object.entries({ column, operator, value }).map(
          ([part, text]) => `filters[0][criteria][${at}][${part}]=${encodeURIComponent(text)}`,
        ),
      )
      .join('&');
  const own = { 'X-EA-Auth-Token': token };
  for (const accept of ['application/vnd.api+json', 'application/json']) {
    const headers = { ...own, Accept: accept };
    await get(products, headers);
    for (const offset of [0, 40, 80])
      await get(`${products}?limit=40&offset=${offset}&orderBy=price`, headers);
    for (const query of [
      filter(['category', '=', 'Kitchen']),
      filter(['category', '!=', 'Kitchen']),
      filter(['price', '>', '50']),
      filter(['price', '>=', '9.5']),
      filter(['price', '<', '9.5']),
      filter(['price', '<=', '100']),
      filter(['name', 'LIKE', '%Lamp%']),
      filter(['name', 'NOT LIKE', '%Lamp%']),
      filter(['name', 'ILIKE', 'oak%']),
      filter(['category', '=', 'Kitchen'], ['price', '>', '20']),
      `${filter(['category', '=', 'Kitchen'], ['category', '=', 'Toys'])}&filters[0][mode]=OR`,
      'groupBy=category',
    ])
      await get(`${products}?limit=60&${query}`, headers);
    await get(products, { Accept: accept });
    await get(products, { 'X-EA-Auth-Token': 'not.a.token', Accept: accept });
    await get(`${legacy}?limit=30`, { ...headers, 'X-Destination-Id': destination });
    await get(`${legacy}/category/Kitchen`, { ...headers, 'X-Destination-Id': destination });
    await get(`${legacy}?limit=30`, headers);
  }
  const entities = { ...platform, Accept: 'application/json' };
  await get(`${collection}?limit=1000`, entities);
  let cursor = 0;
  for (let turn = 0; turn < 30; turn += 1) {
    const page = Object(
      await get(`${collection}?limit=20${cursor === 0 ? '' : `&cursor=${cursor}`}`, entities),
    );
    const next = Number(Object(Object(page.meta).cursor).next);
    if (!(next > cursor)) break;
    cursor = next;
  }
  await get(`${collection}?limit=1000`, entities);
  return requests;
}
