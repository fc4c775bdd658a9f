import type { Answer, Context } from '../../../src/harness/suite.js';
import { exportOf, requestProducts, tryPage } from '../ask.js';
import type { Column } from '../oracle/column.js';
import { findDisorder } from '../oracle/order.js';
import { sortable } from './columns.js';
import { surveyOf } from './survey.js';

/** How orderBy asks for an ascending order: the column as the document has it, or a direction besides. */
const SPELLINGS = ['column', 'column ASC', 'column asc'] as const;
type OrderEncoding = (typeof SPELLINGS)[number];

interface LearnedOrder {
  /** The value of orderBy for a column, as the target understands it. */
  readonly by: (column: Pick<Column, 'name'>) => string;
  /** The bare column that is refused or ignored, and what works instead (EXP-SORT-1). */
  readonly instead?: { readonly column: Column; readonly bare: Answer; readonly works: Answer };
}

const writtenAs =
  (encoding: OrderEncoding): LearnedOrder['by'] =>
  ({ name }) =>
    encoding.replace('column', name);

/** The first spelling that orders the records; the bare column where none does, or where no order can be seen. */
export const orderEncodingOf = (context: Context): Promise<LearnedOrder> =>
  context.facts.learn('export.order-encoding', async (inner) => {
    const configured = exportOf(inner).dialect.orderBy;
    if (configured !== undefined) return { by: writtenAs(configured) };
    const survey = await surveyOf(inner);
    const column = sortable(survey).find((column) => findDisorder(survey.records, column) !== undefined);
    if (column === undefined) return { by: writtenAs('column') };
    let bare: Answer | undefined;
    for (const wireEncoding of SPELLINGS) {
      const by = writtenAs(wireEncoding);
      const answer = await requestProducts(inner, { orderBy: by(column), limit: survey.pageSize });
      bare ??= answer;
      if (!isOrdered(answer, column)) continue;
      if (wireEncoding === 'column') break;
      inner.facts.recordDialect({ orderBy: wireEncoding });
      return { by, instead: { column, bare, works: answer } };
    }
    return { by: writtenAs('column') };
  });

/** In either direction: which is judged elsewhere. */
function isOrdered(answer: Answer, column: Column): boolean {
  const records = tryPage(answer)?.records;
  if (records === undefined) return false;
  return findDisorder(records, column) === undefined || findDisorder(records, column, -1) === undefined;
}
