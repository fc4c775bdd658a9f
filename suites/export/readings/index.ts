/** All readings of the export API: mistakes of which each explains many wrong responses. */

import { requiring } from '../../../src/harness/reading.js';
import { memoizedByObject } from '../../../src/memoized.js';
import { accessReadings } from './access.js';
import { cacheReadings, hasCopy } from './caches.js';
import { clientReadings } from './clients.js';
import { errorReadings } from './errors.js';
import { foreignReadings } from './foreign.js';
import { formatReadings } from './formats.js';
import { groupReadings } from './groups.js';
import { readingsBy } from './judge.js';
import { keptStateReadings } from './kept-state.js';
import { keptTotalReadings } from './kept-totals.js';
import { listReadings } from './lists.js';
import { misunderstoodReadings } from './misunderstood.js';
import { mixedUpReadings } from './mixed-up.js';
import { nullWordReadings } from './null-words.js';
import { operatorMistakes } from './operators.js';
import type { ExportReading } from './reading.js';
import { requestReadings } from './requests.js';
import { REQUIRED } from './required.js';
import { responseReadings } from './responses.js';
import { routeReadings } from './routes.js';
import { servedTextReadings, withSameEffect } from './served-texts.js';
import { serverErrorReadings } from './server-errors.js';
import { storedReadings } from './stored.js';
import { valueReadings } from './values.js';

/**
 * Adds what the document requires. The result is the same object for the same reading, so that
 * verdicts are kept with it.
 */
const completed = memoizedByObject(
  (reading: ExportReading): ExportReading =>
    requiring(REQUIRED)(
      // A reading of the response itself needs no other responses to prove it.
      reading.response === undefined ? reading : { ...reading, isPlain: true },
    ),
);

export const readings = readingsBy(
  (violated, known, others) => {
    const all = [...violated, ...others];
    const served = servedTextReadings(known);
    return [
      ...formatReadings(all, known),
      ...requestReadings(violated, known),
      ...accessReadings(violated, others),
      ...routeReadings,
      ...listReadings(violated),
      ...groupReadings,
      ...foreignReadings(all, known),
      ...(hasCopy(violated, all) ? cacheReadings(all) : []),
      ...keptStateReadings(all, known),
      ...mixedUpReadings(violated, all, known),
      ...keptTotalReadings(all),
      ...clientReadings(violated),
      ...responseReadings(violated, others, known),
      ...operatorMistakes(violated, known),
      ...served,
      ...withSameEffect(valueReadings, served),
      // These come late, because they leave much open: a mistake above that explains the same
      // responses is more likely.
      ...storedReadings(violated, known),
      ...nullWordReadings,
      ...misunderstoodReadings(violated, known),
      ...serverErrorReadings(violated),
    ].map(completed);
  },
  (violated) => errorReadings(violated).map(completed),
);
