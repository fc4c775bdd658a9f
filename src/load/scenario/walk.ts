import { jsonValue } from '../../schema/json-value.js';
import { checkSchema, describeProblems } from '../../schema/validate.js';
import { message } from '../engine/index.js';
import type { FlowData } from './data.js';
import { ask, type LoadRequest, type Visit } from './step.js';

type WalkData = Extract<FlowData, { kind: 'walk' }>;

/** Visits that follow the cursor of a collection, page by page, from its start. */
export function walkVisits(data: WalkData): () => Visit {
  const requests = new Map<number, LoadRequest>();
  const at = (cursor: number): LoadRequest => {
    const known = requests.get(cursor);
    if (known) return known;
    const made = pageRequest(data, cursor);
    // The pages of one collection are few; where they are not, they are not kept.
    if (requests.size < 1000) requests.set(cursor, made);
    return made;
  };
  return () => walk(data, at);
}

function* walk({ pages, next }: WalkData, at: (cursor: number) => LoadRequest): Visit {
  let cursor = 0;
  for (let page = 0; page < pages; page += 1) {
    const answer = yield* ask(at(cursor));
    if (answer?.status !== 200) return 'abandoned';
    const result = readPage(answer.body);
    if (!result || result.Entities.length === 0) return result ? 'completed' : 'abandoned';
    const named = result.meta.cursor.next ?? 0;
    const following = named > 0 && next === 'first-of-next' ? named - 1 : named;
    if (following <= cursor) return 'completed';
    cursor = following;
  }
  return 'completed';
}

function pageRequest({ url, headers, limit, idMember }: WalkData, cursor: number): LoadRequest {
  const at = new URL(url);
  at.searchParams.set('limit', String(limit));
  at.searchParams.set('cursor', String(cursor));
  return {
    origin: at.origin,
    title: `GET ${new URL(url).pathname}`,
    message: message({ method: 'GET', url: at, headers: { Accept: 'application/json', ...headers } }),
    expects: 200,
    repeatable: true,
    reads: true,
    verify: ({ body }) => wrongPage(body, cursor, limit, idMember),
  };
}

/** What is wrong with a page of a walk, or undefined. */
export function wrongPage(body: Buffer, cursor: number, limit: number, idMember: string): string | undefined {
  const json = jsonValue(body.toString());
  const result = checkSchema('platform/page', json);
  if (!('value' in result)) return describeProblems(result.problems.slice(0, 1)).replace(/, received .*/s, '');
  const { Entities, meta } = result.value;
  if (Entities.length > limit) return `${Entities.length} entities, asked for at most ${limit}`;
  if (meta.cursor.count !== Entities.length) return 'meta.cursor.count is not the number of entities';
  const ids = Entities.map((entity) => Object(entity)[idMember]);
  const astray = ids.some((id) => typeof id === 'number' && id <= cursor);
  return astray ? 'an entity from before the cursor' : undefined;
}

function readPage(body: Buffer) {
  const result = checkSchema('platform/page', jsonValue(body.toString()));
  return 'value' in result ? result.value : undefined;
}
