import { deviates, inconclusive } from '../../src/harness/index.js';
import { unfinished } from './ending.js';
import { answersOf, printedIds, type Recorded, type Recording } from './recording.js';

/** The client printed every id of the collection, and none twice. */
export function expectEveryIdOnce(recording: Recording, calls: readonly Recorded[]): void {
  const { ids } = recording.given;
  const printed = printedIds(recording);
  const answers = answersOf(calls);
  const repeated = printed.filter((id, index) => printed.indexOf(id) !== index);
  if (repeated.length > 0) deviates('every id once', `${some(repeated)} more than once`, ...answers);
  const unknown = printed.filter((id) => !ids.includes(id));
  if (unknown.length > 0) deviates('ids that were served', `${some(unknown)}, which was not`, ...answers);
  const missing = ids.filter((id) => !printed.includes(id));
  if (missing.length === 0) return;
  if (printed.length === 0 && ids.some((id) => recording.stdout.includes(String(id))))
    inconclusive('the client printed ids, and none on a line of its own: print each id on its own line of stdout');
  unfinished(`all ${ids.length} ids`, `${printed.length}; missing ${some(missing)}`, recording, calls);
}

const some = (ids: readonly number[]): string =>
  ids.length > 3 ? `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more` : ids.join(', ');
