import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { within } from '../judge/matching.js';
import type { Known, Survey } from '../survey/data.js';

/**
 * Questions about a list: of all data, where it is known. Else the first is asked of all data, for a filter may hide a
 * fault, and the others inside the key range, where their answers are judged exactly.
 */
export function everywhere(
  known: Known,
  questionsOn: (part: Survey) => readonly ProductsQuestion[],
): readonly ProductsQuestion[] {
  const [first, ...others] = questionsOn(known.whole);
  if (first === undefined || known.survey.keyRange === undefined) return questionsOn(known.whole);
  const inside = questionsOn(known.survey).map((question) => within(known, question));
  return [first, ...inside.slice(1), ...inside.slice(0, 1), ...others];
}
