import { productsWithLongNumbers } from '../../dataset/index.js';
import { type Defect, defectsOf, subtle } from '../defect.js';
import { recordsIn } from './body.js';

const long = defectsOf('export', 'export.long-numbers');

/**
 * Keeps 14 significant digits. The records contain only numbers that a double represents exactly,
 * so rounding them to a double would change nothing.
 */
const rounded = (value: unknown): unknown =>
  typeof value === 'number' && value > Number.MAX_SAFE_INTEGER
    ? Number(value.toPrecision(14))
    : value;

/** Defects in whole numbers beyond 2^53. Their `records` contain such numbers. */
export const EXPORT_LONG_NUMBERS: readonly Defect[] = long('EXP-FILT-16', {
  // tornadoweb/tornado #2908 and many others serve a number of 64 bits as a double.
  'served-rounded': {
    ...subtle(
      'Whole numbers beyond 2^53 are served with only 14 significant digits.',
      recordsIn('both', (records) =>
        records.map((record) =>
          Object.fromEntries(Object.entries(record).map(([name, value]) => [name, rounded(value)])),
        ),
      ),
    ),
    records: productsWithLongNumbers,
  },
});
