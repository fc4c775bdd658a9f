import { type Context, Found } from '../../../src/harness/index.js';
import { type Filter, isNegation, type ValueOperator, where } from '../../../src/protocol/export/filter.js';
import { expectedRecords, judgeRecords, requestRecords, TooLong } from '../judge/expected-records.js';
import { semanticsOf } from '../survey/semantics.js';
import { spellingOf } from '../survey/spelling.js';
import type { Survey } from '../survey/survey.js';

/** A text that a column is asked for. */
export interface Literal {
  readonly column: string;
  readonly text: string;
}

export const literalsOf = ({ name }: { readonly name: string }, texts: readonly string[]): readonly Literal[] =>
  texts.map((text) => ({ column: name, text }));

/** Any of the texts; or, for a negation, none of them. A list takes all that one column is asked for. */
function anyOf(literals: readonly Literal[], operator: ValueOperator): Filter {
  const columns = [...new Set(literals.map(({ column }) => column))];
  const textsIn = (name: string): readonly string[] =>
    literals.filter(({ column }) => column === name).map(({ text }) => text);
  const criteria = operator.endsWith('IN')
    ? columns.map((column) => where(column, operator, textsIn(column)))
    : literals.map(({ column, text }) => where(column, operator, text));
  return { groups: [{ mode: isNegation(operator) ? 'AND' : 'OR', criteria }] };
}

/**
 * Looks for all texts in one question; where that goes wrong or is too long a request, for each half of them, so that the
 * report names the text, and the mode that joins them is not accused here.
 */
export async function lookFor(
  context: Context,
  survey: Survey,
  literals: readonly Literal[],
  operator: ValueOperator = '=',
): Promise<string> {
  const [spelling, semantics] = [await spellingOf(context), await semanticsOf(context)];
  const judge = async (some: readonly Literal[]): Promise<string> => {
    const filter = anyOf(some, operator);
    try {
      const page = await requestRecords(context, survey, { filter, spelling });
      const witness = judgeRecords(page, expectedRecords(filter, survey, semantics), survey, semantics);
      return witness.slice(witness.indexOf(': kept'));
    } catch (error) {
      const divisible = error instanceof TooLong || (error instanceof Found && error.finding.kind === 'deviates');
      if (!divisible || some.length === 1) throw error;
      const middle = Math.ceil(some.length / 2);
      for (const half of [some.slice(0, middle), some.slice(middle)]) await judge(half);
      return ', in parts';
    }
  };
  const columns = [...new Set(literals.map(({ column }) => column))];
  return `${literals.length} values of ${columns.join(', ')}${await judge(literals)}`;
}
