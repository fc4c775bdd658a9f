/** Visits that follow `meta.cursor.next` through a collection of the platform API. */

import { nextCursor } from '../../protocol/platform/next-cursor.js';
import { contentOf, type EntitySettings } from '../../protocol/platform/page.js';
import { write } from '../../protocol/platform/question.js';
import { jsonValue } from '../../schema/json-value.js';
import type { FlowData } from './data.js';
import { parseBody } from './expected.js';
import { requestOf, specOf } from './request.js';
import { ask, type LoadRequest, type Visit } from './step.js';

type WalkData = Extract<FlowData, { kind: 'walk' }>;

/** The number of stored requests is limited to save memory. Most collections have fewer pages. */
const MAX_STORED_REQUESTS = 1000;

/**
 * Returns a function that starts a visit: one execution of the scenario by a virtual user. Each
 * visit starts at the beginning of the collection.
 */
export function walkVisits(data: WalkData): () => Visit {
  const requests = new Map<number, LoadRequest>();
  const requestAt = (cursor: number): LoadRequest => {
    const known = requests.get(cursor);
    if (known) return known;
    const made = pageRequest(data, cursor);
    if (requests.size < MAX_STORED_REQUESTS) requests.set(cursor, made);
    return made;
  };
  return () => walk(data, requestAt);
}

function* walk(
  { pages, entities, next }: WalkData,
  requestAt: (cursor: number) => LoadRequest,
): Visit {
  let cursor = 0;
  for (let page = 0; page < pages; page += 1) {
    const answer = yield* ask(requestAt(cursor));
    if (answer?.status !== 200) return 'abandoned';
    const content = contentOf(jsonValue(answer.body.toString()), entities);
    if (content === undefined) return 'abandoned';
    const following = nextCursor(content, next);
    if (following === undefined || following <= cursor) return 'completed';
    cursor = following;
  }
  return 'completed';
}

function pageRequest(data: WalkData, cursor: number): LoadRequest {
  const { address, collection, limit, entities } = data;
  const request = write({ collection, limit, cursor }, address);
  const title = `GET ${new URL(request.url).pathname}`;
  return {
    ...requestOf(specOf(title, request)),
    reads: true,
    verify: ({ body }) => entityBeforeCursor(body, cursor, entities),
  };
}

/**
 * Describes what is wrong with a page: it is invalid, or the id of an entity is not greater than
 * the cursor. Returns undefined for a correct page.
 */
export function entityBeforeCursor(
  body: Buffer,
  cursor: number,
  entities: EntitySettings,
): string | undefined {
  const page = parseBody(body, 'platform/page');
  if ('problem' in page) return page.problem;
  const ids = contentOf(page.value, entities)?.ids ?? [];
  return ids.some((id) => id <= cursor) ? 'an entity at or before the cursor' : undefined;
}
