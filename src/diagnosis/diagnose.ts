/** Finds the features that a target (the server under test) does not implement. */

import type { Diagnosis, Inquiry } from '../harness/index.js';
import { exportCapabilities } from './export-capabilities.js';
import { missingIn } from './missing.js';

/**
 * Returns a diagnosis for each missing feature, with the failed checks that it explains. Only the
 * features of the export API are known.
 */
export const diagnose = async (inquiry: Inquiry): Promise<readonly Diagnosis[]> =>
  missingIn(inquiry, capabilitiesOf(inquiry));

const capabilitiesOf = ({ target, answers }: Inquiry) =>
  target.export === undefined ? [] : exportCapabilities(target.export, answers);
