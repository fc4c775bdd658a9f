/**
 * Prepares the flows of a load run that use the export API. A flow is the sequence of requests that
 * a scenario repeats. Its requests are tried before the run.
 */

import { where } from '../../protocol/export/filter.js';
import {
  DEFAULT_LIMIT,
  httpRequest,
  JSON_API,
  PLAIN,
  type ProductsQuestion,
} from '../../protocol/export/question.js';
import { textOfValue } from '../../schema/json-value.js';
import type { ExportTarget, Target } from '../../settings/target.js';
import type { ScenarioPlan } from '../profile/plan.js';
import type { FlowData, RequestSpec } from './data.js';
import { type ExpectedPage, edges, readRecords } from './expected.js';
import { type Ask, NotApplicable, needed } from './need.js';
import { specOf } from './request.js';

/** The number of columns that are tried for a filter, with one request each. */
const MAX_COLUMNS = 5;

type Format = ExpectedPage['format'];
const ACCEPT: Readonly<Record<Format, string>> = { 'json-api': JSON_API, legacy: PLAIN };

/**
 * The export settings, and a products request for the destination and, if it is configured, for the
 * other destination. Each destination receives its own exported products.
 */
interface Destinations {
  readonly settings: ExportTarget;
  readonly questions: readonly ProductsQuestion[];
}

/**
 * Returns the settings, and one request for each configured destination. A flow sends these
 * requests in turn, so that a response with the products of the wrong destination is detected.
 */
function destinationsOf({ export: exportSettings }: Target, flow: string): Destinations {
  const settings = needed(exportSettings, 'export.baseUrl (EXPORT_BASE_URL)', flow);
  needed(settings.siteId, 'export.siteId (EXPORT_SITE_ID)', flow);
  needed(settings.channelId, 'export.channelId (EXPORT_CHANNEL_ID)', flow);
  const setting = 'export.destination (EXPORT_DESTINATION_ID, EXPORT_TOKEN)';
  const first = needed(settings.destination, setting, flow);
  const { otherDestination } = settings;
  const destinations = otherDestination === undefined ? [first] : [first, otherDestination];
  const route = flow === 'legacy-route' ? 'legacy' : 'v2';
  return { settings, questions: destinations.map((destination) => ({ route, destination })) };
}

interface Window {
  readonly format: Format;
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly filter?: Filter | undefined;
}
interface Filter {
  readonly column: string;
  readonly value: string | number;
}

function requestFor(settings: ExportTarget, question: ProductsQuestion, window: Window) {
  const { format, limit, offset = 0, filter } = window;
  return httpRequest(settings, {
    ...question,
    accept: ACCEPT[format],
    limit,
    offset: offset > 0 ? offset : undefined,
    filter: filter && { groups: [{ criteria: [where(filter.column, '=', filter.value)] }] },
  });
}

async function readPage(
  ask: Ask,
  settings: ExportTarget,
  question: ProductsQuestion,
  window: Window,
) {
  const request = requestFor(settings, question, window);
  const answer = await ask(request);
  if (answer.status !== 200) {
    throw new NotApplicable(`GET ${request.url} returned ${answer.status} instead of 200.`);
  }
  const page = readRecords(Buffer.from(answer.text), window.format);
  if ('problem' in page) {
    throw new NotApplicable(
      `GET ${request.url} did not return a page of products: ${page.problem}.`,
    );
  }
  return page;
}

/**
 * Makes the request for a page and reads the page twice. If both readings are equal, the responses
 * of the load run are compared with them.
 */
async function pageOf(
  ask: Ask,
  settings: ExportTarget,
  question: ProductsQuestion,
  { title, ...window }: Window & { readonly title: string },
): Promise<RequestSpec> {
  const pages = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const { records, meta } = await readPage(ask, settings, question, window);
    const total = meta === undefined ? {} : { total: meta.total };
    pages.push({ ...total, count: records.length, ...edges(records) });
  }
  const [first, repeated] = pages;
  const isSteady = first !== undefined && JSON.stringify(first) === JSON.stringify(repeated);
  return {
    ...specOf(title, requestFor(settings, question, window)),
    expected: { kind: 'page', format: window.format, ...(isSteady ? { seen: first } : {}) },
  };
}

async function surveyPages(
  ask: Ask,
  { settings, questions }: Destinations,
  window: Window & { readonly title: string },
): Promise<FlowData> {
  const requests: RequestSpec[] = [];
  for (const question of questions) requests.push(await pageOf(ask, settings, question, window));
  return { kind: 'requests', requests };
}

const windowOf = ({ format = 'json-api', limit = DEFAULT_LIMIT }: ScenarioPlan): Window => ({
  format,
  limit,
});

export function surveyFirstPage(target: Target, scenario: ScenarioPlan, ask: Ask) {
  const title = `GET products, ${scenario.format ?? 'json-api'}`;
  return surveyPages(ask, destinationsOf(target, 'first-page'), { ...windowOf(scenario), title });
}

export function surveyLegacyRoute(target: Target, scenario: ScenarioPlan, ask: Ask) {
  const title = 'GET products, legacy route';
  return surveyPages(ask, destinationsOf(target, 'legacy-route'), { ...windowOf(scenario), title });
}

/**
 * Prepares requests for the page at the offset of the scenario. By default the page has the last
 * records of the destination.
 */
export async function surveyDeepPage(
  target: Target,
  scenario: ScenarioPlan,
  ask: Ask,
): Promise<FlowData> {
  const title = 'GET products, deep page';
  const window = windowOf(scenario);
  const { settings, questions } = destinationsOf(target, 'deep-page');
  const requests: RequestSpec[] = [];
  for (const question of questions) {
    const offset = scenario.offset ?? (await lastPageOffset(ask, settings, question, window.limit));
    requests.push(await pageOf(ask, settings, question, { ...window, offset, title }));
  }
  return { kind: 'requests', requests };
}

async function lastPageOffset(
  ask: Ask,
  settings: ExportTarget,
  question: ProductsQuestion,
  limit: number,
): Promise<number> {
  // Only the JSON:API format contains the total.
  const { meta } = await readPage(ask, settings, question, { format: 'json-api', limit: 1 });
  return Math.max(0, (meta?.total ?? 0) - limit);
}

/**
 * Prepares requests for a filtered page. If the scenario has no column and value, a filter is
 * chosen that selects some records and excludes others.
 */
export async function surveyFilteredPage(
  target: Target,
  scenario: ScenarioPlan,
  ask: Ask,
): Promise<FlowData> {
  const window = { ...windowOf(scenario), title: 'GET products, filtered' };
  const all = destinationsOf(target, 'filtered-page');
  const { column, value } = scenario;
  if (column !== undefined && value !== undefined) {
    return surveyPages(ask, all, { ...window, filter: { column, value } });
  }
  const { settings, questions } = all;
  const requests: RequestSpec[] = [];
  for (const question of questions) {
    const unfiltered = { format: window.format, limit: DEFAULT_LIMIT };
    const { records } = await readPage(ask, settings, question, unfiltered);
    const readFiltered = (filter: Filter) =>
      readPage(ask, settings, question, { ...window, filter });
    const filter = await firstThatFilters(readFiltered, candidates(records));
    // No request is made for a destination without a suitable filter.
    if (filter !== undefined) {
      requests.push(await pageOf(ask, settings, question, { ...window, filter }));
    }
  }
  if (requests.length === 0) {
    const missing = 'No filter was found that selects some records and excludes others.';
    throw new NotApplicable(`${missing} Name "column" and "value" in the profile.`);
  }
  return { kind: 'requests', requests };
}

type Records = readonly Readonly<Record<string, unknown>>[];

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' ? /^[\w -]{1,40}$/.test(value) : Number.isSafeInteger(value);

/**
 * Makes at most one filter for each column. Its value is the most frequent plain value that not all
 * records have. Filters that select several records come first.
 */
function candidates(records: Records): Filter[] {
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const found = columns.flatMap((column) => {
    const counts = new Map<string | number, number>();
    for (const value of records.map((record) => record[column]).filter(isPlain)) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const [best] = [...counts]
      .filter(([, count]) => count < records.length)
      .sort(([, a], [, b]) => b - a);
    return best ? [{ filter: { column, value: best[0] }, shared: best[1] > 1 }] : [];
  });
  return found.sort((a, b) => Number(b.shared) - Number(a.shared)).map(({ filter }) => filter);
}

async function firstThatFilters(
  readFiltered: (filter: Filter) => Promise<{ readonly records: Records }>,
  filters: readonly Filter[],
): Promise<Filter | undefined> {
  for (const filter of filters.slice(0, MAX_COLUMNS)) {
    const { records } = await readFiltered(filter).catch((error: unknown) => {
      if (error instanceof NotApplicable) return { records: [] };
      throw error;
    });
    const matching = records.filter(
      (one) => textOfValue(one[filter.column]) === String(filter.value),
    );
    if (records.length > 0 && matching.length === records.length) return filter;
  }
  return undefined;
}
