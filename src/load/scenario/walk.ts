import { jsonValue } from '../../schema/json-value.js';
import { checkSchema } from '../../schema/validate.js';
import type { FlowData } from './data.js';
import { parsed } from './expected.js';
import { requestOf } from './request.js';
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
    const result = checkSchema('platform/page', jsonValue(answer.body.toString()));
    if (!('value' in result)) return 'abandoned';
    const { Entities, meta } = result.value;
    const named = meta.cursor.next ?? 0;
    const following = named > 0 && next === 'first-of-next' ? named - 1 : named;
    if (Entities.length === 0 || following <= cursor) return 'completed';
    cursor = following;
  }
  return 'completed';
}

function pageRequest({ url, headers, limit, idMember }: WalkData, cursor: number): LoadRequest {
  const title = `GET ${new URL(url).pathname}`;
  const page = `${url}?limit=${limit}&cursor=${cursor}`;
  const request = requestOf({ title, url: page, headers: { Accept: 'application/json', ...headers } });
  return { ...request, reads: true, verify: ({ body }) => astray(body, cursor, idMember) };
}

/** Whether an entity stands on a page that its cursor has left behind, by the ids that the survey found. */
export function astray(body: Buffer, cursor: number, idMember: string): string | undefined {
  const page = parsed(body, 'platform/page');
  if ('problem' in page) return page.problem;
  const ids = page.value.Entities.map((entity) => Object(entity)[idMember]);
  return ids.some((id) => typeof id === 'number' && id <= cursor) ? 'an entity from before the cursor' : undefined;
}
