import { checkSchema } from '../../schema/validate.js';
import type { Target } from '../../settings/index.js';
import type { ScenarioPlan } from '../profile/index.js';
import type { FlowData } from './data.js';
import { type Ask, NotApplicable, needed } from './need.js';

const DEFAULT_LIMIT = 50;
const DEFAULT_PAGES = 5;

/** Reads one page, to learn whether `meta.cursor.next` names the last entity of a page or the first of the next one. */
export async function surveyCollection(target: Target, scenario: ScenarioPlan, ask: Ask): Promise<FlowData> {
  const platform = needed(target.platform, 'platform.baseUrl (PLATFORM_BASE_URL)', 'cursor-walk');
  const collection = needed(
    scenario.collection ?? platform.collections[0],
    'platform.collections (PLATFORM_COLLECTIONS)',
    'cursor-walk',
  );
  const url = `${platform.baseUrl}/platform/v2/${collection}`;
  const { limit = DEFAULT_LIMIT, pages = DEFAULT_PAGES } = scenario;
  const answer = await ask({
    interface: 'platform',
    url: `${url}?limit=${limit}&cursor=0`,
    headers: [['Accept', 'application/json'], ...Object.entries(platform.headers)],
  });
  if (answer.status !== 200) throw new NotApplicable(`GET ${url} returned ${answer.status} instead of 200.`);
  const result = checkSchema('platform/page', answer.json);
  if (!('value' in result)) throw new NotApplicable(`GET ${url} returned no page with a cursor.`);
  const last = Object(result.value.Entities.at(-1))[platform.idMember];
  const next = result.value.meta.cursor.next;
  const named = next !== null && next !== 0 && typeof last === 'number' && next > last;
  return {
    kind: 'walk',
    url,
    headers: platform.headers,
    limit,
    pages,
    idMember: platform.idMember,
    next: platform.dialect.next ?? (named ? 'first-of-next' : 'last-of-page'),
  };
}
