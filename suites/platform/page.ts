import { type Context, describeAnswer, expectSchema, expectStatus, skip } from '../../src/harness/index.js';
import type { Answer, Header, SendOptions } from '../../src/http/index.js';
import type { CursorPage } from '../../src/schema/types.js';
import { checkSchema } from '../../src/schema/validate.js';
import type { PlatformTarget } from '../../src/target/index.js';

/** The parameters of a page; text stands for values that the document leaves open. */
export interface PageQuery {
  readonly limit?: number | string | undefined;
  readonly cursor?: number | string | undefined;
  readonly previous?: number | string | undefined;
}

/** A page with the ids of its entities as numbers. */
export interface Page {
  readonly answer: Answer;
  readonly ids: readonly number[];
  readonly cursor: CursorPage['meta']['cursor'];
}

export function platformOf({ target }: Context): PlatformTarget {
  if (target.platform === undefined) throw new Error('a platform check was put to a target without platform settings');
  return target.platform;
}

export interface PageOptions extends SendOptions {
  readonly method?: string;
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
  const { method, anonymous = false, ...sending } = options;
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const search = parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`;
  const given: Header[] = anonymous ? [] : Object.entries(headers);
  return context.send(
    {
      interface: 'platform',
      ...(method === undefined ? {} : { method }),
      url: `${baseUrl}/platform/v2/${collection}${search}`,
      headers: [['Accept', 'application/json'], ...given],
    },
    sending,
  );
}

/** Reads a page; a deviation where the answer is none (PLT-PAGE-1). */
export function readPage(context: Context, answer: Answer): Page {
  expectStatus(answer, 200);
  return pageOf(context, answer, expectSchema(answer, 'platform/page'));
}

/** A page where the answer is one, else undefined. */
export function pageIn(context: Context, answer: Answer): Page | undefined {
  if (answer.status !== 200) return undefined;
  const result = checkSchema('platform/page', answer.json);
  return 'value' in result ? pageOf(context, answer, result.value) : undefined;
}

function pageOf(context: Context, answer: Answer, { Entities, meta }: CursorPage): Page {
  const { idMember } = platformOf(context);
  return {
    answer,
    ids: Entities.map((entity) => Number((entity as Readonly<Record<string, unknown>>)[idMember])),
    cursor: meta.cursor,
  };
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
