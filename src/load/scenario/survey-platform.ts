/** Prepares cursor walks of a load run. A cursor walk reads a collection page by page. */

import { readingOfNext } from '../../protocol/platform/next-cursor.js';
import { readPage } from '../../protocol/platform/page.js';
import { DEFAULT_LIMIT, type Question, write } from '../../protocol/platform/question.js';
import type { Target } from '../../settings/index.js';
import type { ScenarioPlan } from '../profile/plan.js';
import type { FlowData } from './data.js';
import { type Ask, NotApplicable, needed } from './need.js';

/** The number of pages that a walk reads by default. */
const DEFAULT_PAGES = 5;

/**
 * Reads one page to learn the meaning of `meta.cursor.next`, which is the last id of this page or
 * the first id of the next page.
 */
export async function surveyCollection(
  target: Target,
  scenario: ScenarioPlan,
  ask: Ask,
): Promise<FlowData> {
  const flow = 'cursor-walk';
  const platform = needed(target.platform, 'platform.baseUrl (PLATFORM_BASE_URL)', flow);
  const configured = scenario.collection ?? platform.collections[0];
  const collection = needed(configured, 'platform.collections (PLATFORM_COLLECTIONS)', flow);
  const { limit = DEFAULT_LIMIT, pages = DEFAULT_PAGES } = scenario;
  const question: Question = { collection, limit, cursor: 0 };
  const request = write(question, platform);
  const answer = await ask(request);
  const [url] = request.url.split('?');
  if (answer.status !== 200) {
    throw new NotApplicable(`GET ${url} returned ${answer.status} instead of 200.`);
  }
  const page = readPage(answer, platform);
  if (page === undefined) throw new NotApplicable(`GET ${url} returned no page with a cursor.`);
  const { baseUrl, headers, idMember, dialect } = platform;
  return {
    kind: 'walk',
    address: { baseUrl, headers, collections: [collection] },
    collection,
    limit,
    pages,
    entities: { idMember, dialect: { entities: page.entities } },
    next: dialect.next ?? readingOfNext(page, 'unknown'),
  };
}
