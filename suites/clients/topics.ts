import { clausesOf } from '../../src/harness/suite.js';
import { bearer } from './bearer.js';
import { exportErrors } from './export-errors.js';
import { exportHeaders } from './export-headers.js';
import { exportPaging } from './export-paging.js';
import { platformWalks } from './platform-walks.js';
import { refusedCalls } from './refused-calls.js';
import { secretPlace } from './secret-place.js';
import { tokenExpiry } from './token-expiry.js';
import { tokenForms } from './token-forms.js';
import { tokenRetry } from './token-retry.js';
import { tokenReuse } from './token-reuse.js';

/** Every clause for clients, in the order of the document. */
export const topics = {
  ...tokenReuse,
  ...tokenForms,
  ...tokenExpiry,
  ...refusedCalls,
  ...secretPlace,
  ...bearer,
  ...tokenRetry,
  ...exportHeaders,
  ...exportPaging,
  ...exportErrors,
  ...platformWalks,
};

export const clauses = clausesOf(topics);

export type ClauseId = keyof typeof topics;
