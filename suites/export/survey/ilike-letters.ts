import type { Context } from '../../../src/harness/suite.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { requestProducts } from '../ask.js';
import { textsOf } from '../oracle/column.js';
import { cellValue } from '../oracle/held.js';
import { tryPage } from '../product-page.js';
import { freeColumns } from './columns.js';
import type { Survey } from './data.js';

/** Letters beyond A to Z that have a case, each in one letter; of others collations disagree. */
const LETTER = /[äöüéèñçåø]/iu;

/** Records in the dialect whether ILIKE takes ü for Ü, which EXP-FILT-5 leaves open; one request where the data tells. */
export async function describeIlike(context: Context, survey: Survey): Promise<void> {
  const found = freeColumns(survey, 'text')
    .flatMap((column) => textsOf(column).map((text) => ({ column, text })))
    .find(({ text }) => text.length <= 60 && LETTER.test(text) && !/[%_\\[\]]/.test(text));
  if (found === undefined || context.target.pace !== undefined) return;
  const { column, text } = found;
  const asked = text.replace(new RegExp(LETTER, 'giu'), (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  const filter = only(where(column.name, 'ILIKE', asked));
  const page = tryPage(await requestProducts(context, { filter, limit: survey.pageSize }));
  if (page === undefined) return;
  const isFound = page.records.some((record) => cellValue(record, column.name) === text);
  context.facts.recordDialect({ ilikeBeyondAscii: isFound ? 'without regard to case' : 'tells ü from Ü' });
}
