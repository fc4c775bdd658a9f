import { type Context, describeAnswer, deviates, expectStatus, skip } from '../../src/harness/index.js';
import type { Answer, Header, SendOptions } from '../../src/http/index.js';
import type { PlatformTarget } from '../../src/settings/index.js';
import { type Page, type ReadingOptions, readThrough, type ShapeFault, shapeFaults } from './read-page.js';

/** The parameters of a page; text stands for values that the document leaves open. */
export interface PageQuery {
  readonly limit?: number | string | undefined;
  readonly cursor?: number | string | undefined;
  readonly previous?: number | string | undefined;
}

export function platformOf({ target }: Context): PlatformTarget {
  if (target.platform === undefined) throw new Error('a platform check was put to a target without platform settings');
  return target.platform;
}

export interface PageOptions extends SendOptions {
  readonly method?: string;
  /** Parameters and headers in the other order. */
  readonly reversed?: boolean;
  /** Leaves out the configured headers. */
  readonly anonymous?: boolean;
}

/** Asks for a page of a collection. */
export function askPage(
  context: Context,
  collection: string,
  query: PageQuery = {},
  options: PageOptions = {},
): Promise<Answer> {
  const { baseUrl, headers } = platformOf(context);
  const { method, reversed = false, anonymous = false, ...sending } = options;
  const inOrder = <T>(items: readonly T[]): T[] => (reversed ? items.toReversed() : [...items]);
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const search = parameters.length === 0 ? '' : `?${new URLSearchParams(inOrder(parameters))}`;
  const given: Header[] = anonymous ? [] : Object.entries(headers);
  return context.ask(
    {
      interface: 'platform',
      ...(method === undefined ? {} : { method }),
      url: `${baseUrl}/platform/v2/${collection}${search}`,
      headers: inOrder<Header>([['Accept', 'application/json'], ...given]),
    },
    sending,
  );
}

const readingOf = (context: Context): ReadingOptions => {
  const { idMember, dialect } = platformOf(context);
  return { idMember, entities: dialect.entities };
};

/** A page where the answer is one, read through faults of its types; else undefined. */
export const pageIn = (context: Context, answer: Answer): Page | undefined => readThrough(answer, readingOf(context));

/** What PLT-PAGE-1 does not allow in an answer. */
export const faultsIn = (context: Context, answer: Answer): readonly ShapeFault[] =>
  shapeFaults(answer, readingOf(context));

/** Reads a page; a deviation where the answer is none. Faults of its types are the business of PLT-PAGE-1. */
export function readPage(context: Context, answer: Answer): Page {
  expectStatus(answer, 200);
  return pageIn(context, answer) ?? deviates('a page', describeAnswer(answer), answer);
}

/** Ids that can be walked by; skips where an entity has none, or one that cannot be told from another. */
function needIds(context: Context, collection: string, page: Page): Page {
  if (page.ids.some(Number.isNaN)) {
    skip(
      'configuration',
      `entities of ${collection} have no numeric ${platformOf(context).idMember}; name the member that holds their id in platform.idMember`,
    );
  }
  const beyond = page.ids.find((id) => !Number.isSafeInteger(id));
  if (beyond !== undefined)
    skip('data', `ids of ${collection} such as ${beyond} are beyond 2^53 and cannot be told apart`);
  return page;
}

export type { Page } from './read-page.js';

/** A page, or the answer that came instead of one and that breaks a clause: whoever owns the clause says so. */
export async function pageOrBroken(
  context: Context,
  collection: string,
  query: PageQuery,
): Promise<{ readonly page: Page } | { readonly broken: Answer }> {
  const answer = await askPage(context, collection, query);
  const page = pageIn(context, answer);
  return page === undefined ? { broken: answer } : { page: needIds(context, collection, page) };
}

/** The page that a check rests on; skips where there is none, for PLT-PAGE-1 says why. */
export async function needPage(
  context: Context,
  collection: string,
  query: PageQuery = {},
  options: SendOptions = {},
): Promise<Page> {
  const answer = await askPage(context, collection, query, options);
  const page =
    pageIn(context, answer) ??
    skip('prerequisite', `needs a page of ${collection}, but it answers ${describeAnswer(answer)}`);
  return needIds(context, collection, page);
}

export const sameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);
