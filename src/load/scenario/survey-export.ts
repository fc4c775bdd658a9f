import type { Target } from '../../settings/index.js';
import type { ScenarioPlan } from '../profile/index.js';
import type { FlowData, RequestSpec } from './data.js';
import { type ExpectedPage, edges, readRecords } from './expected.js';
import { type Ask, NotApplicable, needed } from './need.js';

const DEFAULT_LIMIT = 100;
const MAX_COLUMNS = 5;

interface Place {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What is requested. */
interface Shape {
  readonly format: ExpectedPage['format'];
  readonly limit: number;
  readonly offset: number;
  readonly filter?: { readonly column: string; readonly value: string | number };
}

const accept = { 'json-api': 'application/vnd.api+json', legacy: 'application/json' };

/** One place for each destination that is configured; they are used in turn, so that mixed-up responses are detected. */
function places({ export: products }: Target, flow: string): Place[] {
  const { baseUrl, siteId, channelId, destination, otherDestination } = needed(
    products,
    'export.baseUrl (EXPORT_BASE_URL)',
    flow,
  );
  const site = needed(siteId, 'export.siteId (EXPORT_SITE_ID)', flow);
  const channel = needed(channelId, 'export.channelId (EXPORT_CHANNEL_ID)', flow);
  const first = needed(destination, 'export.destination (EXPORT_DESTINATION_ID, EXPORT_TOKEN)', flow);
  return [first, otherDestination].flatMap((one) => {
    if (one === undefined) return [];
    const token = { 'X-EA-Auth-Token': one.token };
    return flow === 'legacy-route'
      ? { url: `${baseUrl}/${site}/${channel}`, headers: { ...token, 'X-Destination-Id': String(one.id) } }
      : { url: `${baseUrl}/sites/${site}/channels/${channel}/destinations/${one.id}/products`, headers: token };
  });
}

/** The address of a page. */
function pageUrl(url: string, { limit, offset, filter }: Shape): string {
  const criterion = 'filters[0][criteria][0]';
  const query: [string, string | number][] = [
    ['limit', limit],
    ...(offset > 0 ? [['offset', offset] as [string, number]] : []),
    ...Object.entries(filter ? { column: filter.column, operator: '=', value: filter.value } : {}).map(
      ([name, value]): [string, string | number] => [`${criterion}[${name}]`, value],
    ),
  ];
  return `${url}?${query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
}

async function read(ask: Ask, { url, headers }: Place, shape: Shape) {
  const at = pageUrl(url, shape);
  const answer = await ask({
    interface: 'export',
    url: at,
    headers: [...Object.entries(headers), ['Accept', accept[shape.format]]],
  });
  if (answer.status !== 200) throw new NotApplicable(`GET ${at} returned ${answer.status} instead of 200.`);
  const page = readRecords(answer.body, shape.format);
  if ('problem' in page) throw new NotApplicable(`GET ${at} returned no page of products: ${page.problem}.`);
  return page;
}

/** The page with what its answer must be. Read twice: what differs between the two is not expected of the load run. */
async function pageOf(ask: Ask, place: Place, title: string, shape: Shape): Promise<RequestSpec> {
  const looks = [await read(ask, place, shape), await read(ask, place, shape)].map(({ records, meta }) => ({
    ...(meta ? { total: meta.total } : {}),
    count: records.length,
    ...edges(records),
  }));
  const [seen, again] = looks;
  const steady = seen && JSON.stringify(seen) === JSON.stringify(again);
  return {
    title,
    url: pageUrl(place.url, shape),
    headers: { ...place.headers, Accept: accept[shape.format] },
    expected: { kind: 'page', format: shape.format, ...(steady ? { seen } : {}) },
  };
}

async function pages(ask: Ask, all: readonly Place[], title: string, shape: Shape): Promise<FlowData> {
  const specs: RequestSpec[] = [];
  for (const place of all) specs.push(await pageOf(ask, place, title, shape));
  return { kind: 'requests', requests: specs };
}

const shapeOf = ({ format = 'json-api', limit = DEFAULT_LIMIT }: ScenarioPlan): Shape => ({ format, limit, offset: 0 });

export const surveyFirstPage = (target: Target, scenario: ScenarioPlan, ask: Ask): Promise<FlowData> =>
  pages(ask, places(target, 'first-page'), `GET products, ${scenario.format ?? 'json-api'}`, shapeOf(scenario));

export const surveyLegacyRoute = (target: Target, scenario: ScenarioPlan, ask: Ask): Promise<FlowData> =>
  pages(ask, places(target, 'legacy-route'), 'GET products, legacy route', shapeOf(scenario));

/** Default offset: the last whole page of each destination. */
export async function surveyDeepPage(target: Target, scenario: ScenarioPlan, ask: Ask): Promise<FlowData> {
  const shape = shapeOf(scenario);
  const specs: RequestSpec[] = [];
  for (const place of places(target, 'deep-page')) {
    let offset = scenario.offset;
    if (offset === undefined) {
      const { meta } = await read(ask, place, { format: 'json-api', limit: 1, offset: 0 });
      offset = Math.max(0, (meta?.total ?? 0) - shape.limit);
    }
    specs.push(await pageOf(ask, place, 'GET products, deep page', { ...shape, offset }));
  }
  return { kind: 'requests', requests: specs };
}

/** Default column and value: the first that keep some records and leave others out. */
export async function surveyFilteredPage(target: Target, scenario: ScenarioPlan, ask: Ask): Promise<FlowData> {
  const shape = shapeOf(scenario);
  const title = 'GET products, filtered';
  const all = places(target, 'filtered-page');
  if (scenario.column !== undefined && scenario.value !== undefined) {
    return pages(ask, all, title, { ...shape, filter: { column: scenario.column, value: scenario.value } });
  }
  const specs: RequestSpec[] = [];
  for (const place of all) {
    const { records } = await read(ask, place, { format: shape.format, limit: DEFAULT_LIMIT, offset: 0 });
    const filter = await firstThatFilters(ask, place, shape, candidates(records));
    // A destination without records, or without a column that distinguishes them, is not used.
    if (filter) specs.push(await pageOf(ask, place, title, { ...shape, filter }));
  }
  if (specs.length === 0) {
    throw new NotApplicable('No column was found whose values differ. Name "column" and "value" in the profile.');
  }
  return { kind: 'requests', requests: specs };
}

type Filter = NonNullable<Shape['filter']>;

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' ? /^[\w -]{1,40}$/.test(value) : Number.isSafeInteger(value);

/** Columns with plain values, those first whose value several records share but not all. */
function candidates(records: readonly Readonly<Record<string, unknown>>[]): Filter[] {
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const found = columns.flatMap((column) => {
    const counts = new Map<string | number, number>();
    for (const value of records.map((record) => record[column]).filter(isPlain))
      counts.set(value, (counts.get(value) ?? 0) + 1);
    const [best] = [...counts].filter(([, count]) => count < records.length).sort(([, a], [, b]) => b - a);
    return best ? [{ filter: { column, value: best[0] }, shared: best[1] > 1 }] : [];
  });
  return found.sort((a, b) => Number(b.shared) - Number(a.shared)).map(({ filter }) => filter);
}

async function firstThatFilters(
  ask: Ask,
  place: Place,
  shape: Shape,
  filters: readonly Filter[],
): Promise<Filter | undefined> {
  for (const filter of filters.slice(0, MAX_COLUMNS)) {
    const { records } = await read(ask, place, { ...shape, filter }).catch((error: unknown) => {
      if (error instanceof NotApplicable) return { records: [] };
      throw error;
    });
    const fits = records.filter((one) => String(one[filter.column]) === String(filter.value));
    if (records.length > 0 && fits.length === records.length) return filter;
  }
  return undefined;
}
