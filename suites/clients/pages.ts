import { printedIds, type Recorded, type Recording } from './recording.js';
import { deviation, inconclusive, type Rule, unfinished } from './rule.js';

/** A rule about the pages that a client asked for. */
export type PagesRule = (recording: Recording, pages: readonly Recorded[]) => ReturnType<Rule>;

/** There are pages, and each was asked for with the limit of the task, unless any will do. */
export const pages =
  (
    isPage: (request: Recorded, recording: Recording) => boolean,
    what: string,
    limit: number | 'any',
    rule: PagesRule,
  ): Rule =>
  (recording) => {
    const found = recording.requests.filter((request) => isPage(request, recording));
    if (found.length === 0) return unfinished(`calls of ${what}`, 'none', recording);
    const other = found.find(({ query }) => limit !== 'any' && Number(query.get('limit') ?? 100) !== limit);
    if (other === undefined) return rule(recording, found);
    const sent = other.query.get('limit') ?? 'none';
    return inconclusive(
      `the task requires pages of ${limit}, and the client requested ${sent}: the limit is the task's parameter`,
    );
  };

/** The client printed every id of the collection, and none twice. */
export const everyIdOnce: PagesRule = (recording, calls) => {
  const { ids } = recording.given;
  const printed = printedIds(recording);
  const repeated = printed.filter((id, index) => printed.indexOf(id) !== index);
  if (repeated.length > 0) return deviation('each id once', `${some(repeated)} more than once`, ...calls);
  const unknown = printed.filter((id) => !ids.includes(id));
  if (unknown.length > 0) return deviation('ids that were served', `${some(unknown)}, which was not`, ...calls);
  const missing = ids.filter((id) => !printed.includes(id));
  if (missing.length === 0) return undefined;
  if (printed.length === 0 && ids.some((id) => recording.stdout.includes(String(id))))
    return inconclusive('the client printed no id on its own line: print each id on its own line of stdout');
  return unfinished(`all ${ids.length} ids`, `${printed.length}; missing ${some(missing)}`, recording, calls);
};

const some = (ids: readonly number[]): string =>
  ids.length > 3 ? `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more` : ids.join(', ');
